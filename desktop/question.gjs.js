import Gtk from "gi://Gtk?version=3.0"
import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * The question before a page is left that wants to stay (DESK-5), in the language and the theme of the page. The page gives its lines:
 * why it wants to stay, the button that stays, the button that leaves.
 */

/** Posts how the page looks, and again at each change: at its wish to stay the engine's own question may be faster than a post. */
const ON_PAGE = `{
  const post = () => {
    const { colorScheme, direction } = getComputedStyle(document.documentElement)
    webkit.messageHandlers.question.postMessage({ isDark: !colorScheme.startsWith("light"), isRtl: direction === "rtl" })
  }
  new MutationObserver(post).observe(document.documentElement, { attributeFilter: ["data-theme", "dir"] })
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", post)
  addEventListener("load", post)
  addEventListener("beforeunload", post, true)
}`

/** The light or the dark half of the theme that every GTK brings along, whatever the system's own theme is. */
const paint = (widget, isDark) => {
  const provider = Gtk.CssProvider.get_named("Adwaita", isDark ? "dark" : null)
  const all = (one) => {
    one.get_style_context().add_provider(provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    if (one instanceof Gtk.Container) one.forall(all)
  }
  all(widget)
}

/** Asks for the pages of this view, whose content manager is given too; `asked` is called when a page wants to stay. */
export const addQuestion = (content, view, window, asked) => {
  let page = { isDark: true, isRtl: false }
  content.connect("script-message-received::question", (_, result) => {
    page = JSON.parse(result.get_js_value().to_json(0) ?? "{}") ?? {}
  })
  content.register_script_message_handler("question")
  const { TOP_FRAME } = WebKit2.UserContentInjectedFrames
  content.add_script(WebKit2.UserScript.new(ON_PAGE, TOP_FRAME, WebKit2.UserScriptInjectionTime.START, null, null))

  /* Enter and Escape keep the page. While the question is shown the page stands still. */
  view.connect("script-dialog", (_, dialog) => {
    if (dialog.get_dialog_type() !== WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM) return false
    asked()
    const { CANCEL, ACCEPT } = Gtk.ResponseType
    const [why, stay = "Cancel", leave = "Close"] = dialog.get_message().split("\n")
    Gtk.Widget.set_default_direction(page.isRtl === true ? Gtk.TextDirection.RTL : Gtk.TextDirection.LTR)
    const ask = new Gtk.MessageDialog({
      transient_for: window,
      modal: true,
      message_type: Gtk.MessageType.QUESTION,
      text: why,
    })
    ask.add_button(stay, CANCEL)
    ask.add_button(leave, ACCEPT)
    ask.set_default_response(CANCEL)
    paint(ask, page.isDark !== false)
    ask.connect("response", (__, response) => {
      dialog.confirm_set_confirmed(response === ACCEPT)
      dialog.close()
      ask.destroy()
    })
    ask.show_all()
    return true
  })
}
