import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * The page's theme and direction, for the parts that the window draws: its question, and the background before the
 * first paint.
 */

/** Posts the look at the start and at each change. */
const ON_PAGE = `{
  const colour = () => document.querySelector("meta[name=theme-color]")?.content ?? ""
  const post = () => {
    const { colorScheme, direction } = getComputedStyle(document.documentElement)
    const isDark = !colorScheme.startsWith("light")
    webkit.messageHandlers.look.postMessage({ isDark, isRtl: direction === "rtl", ground: colour() })
  }
  new MutationObserver(post).observe(document.documentElement, { attributeFilter: ["data-theme", "dir"] })
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", post)
  addEventListener("load", post)
}`

/**
 * Follows the pages of this content manager, and calls `changed` with each look. Returns the function that gives the
 * last one.
 */
export const addLook = (content, changed) => {
  let look = { isDark: true, isRtl: false, ground: "" }
  content.connect("script-message-received::look", (_, result) => {
    const { isDark, isRtl, ground } = JSON.parse(result.get_js_value().to_json(0) ?? "null") ?? {}
    look = { isDark: isDark !== false, isRtl: isRtl === true, ground: typeof ground === "string" ? ground : "" }
    changed(look)
  })
  content.register_script_message_handler("look")
  const { TOP_FRAME } = WebKit2.UserContentInjectedFrames
  content.add_script(WebKit2.UserScript.new(ON_PAGE, TOP_FRAME, WebKit2.UserScriptInjectionTime.START, null, null))
  return () => look
}
