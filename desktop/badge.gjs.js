import Gio from "gi://Gio"
import GLib from "gi://GLib"
import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * The number on the program's icon (DESK-5). The page sets it as on the web, and the window sends it over the session
 * bus to docks that show one. The entry is that of `deploy/sightline.desktop`.
 */

const COUNT_MAX = 9_999
const ENTRY = "application://sightline.desktop"
const PATH = "/com/canonical/unity/launcherentry/sightline"
const INTERFACE = "com.canonical.Unity.LauncherEntry"

const ON_PAGE = `{
  const show = (count) => Promise.resolve(webkit.messageHandlers.badge.postMessage(Number(count)))
  navigator.setAppBadge = (count = 1) => show(count)
  navigator.clearAppBadge = () => show(0)
}`

/** Adds the badge to the pages of this content manager. */
export const addBadge = (content) => {
  let bus = null
  let count = 0
  const show = () => {
    const shown = { count: new GLib.Variant("x", count), "count-visible": new GLib.Variant("b", count > 0) }
    bus?.emit_signal(null, PATH, INTERFACE, "Update", new GLib.Variant("(sa{sv})", [ENTRY, shown]))
  }
  Gio.bus_get(Gio.BusType.SESSION, null, (_, outcome) => {
    try {
      bus = Gio.bus_get_finish(outcome)
      if (count > 0) show()
    } catch {
      // Without a session bus no dock listens.
    }
  })
  content.connect("script-message-received::badge", (_, result) => {
    const said = Math.trunc(result.get_js_value().to_double())
    count = said > 0 ? Math.min(said, COUNT_MAX) : 0
    show()
  })
  content.register_script_message_handler("badge")
  const { TOP_FRAME } = WebKit2.UserContentInjectedFrames
  content.add_script(WebKit2.UserScript.new(ON_PAGE, TOP_FRAME, WebKit2.UserScriptInjectionTime.START, null, null))
}
