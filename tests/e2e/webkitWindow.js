import Gio from "gi://Gio"
import GLib from "gi://GLib"
import Gtk from "gi://Gtk?version=3.0"
import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * The window of a desktop program, run by gjs: it shows an address in WebKitGTK and forwards the page's posts to its
 * handler `sightline`. Each line of standard input is a script for the page. Each line of standard output is
 * `{"posted": message}` or `{"result": value}`.
 */

Gtk.init(null)
const content = new WebKit2.UserContentManager()
content.connect("script-message-received::sightline", (_, result) =>
  print(`{"posted":${result.get_js_value().to_json(0)}}`),
)
content.register_script_message_handler("sightline")
const context = WebKit2.WebContext.new_ephemeral()
const view = new WebKit2.WebView({ user_content_manager: content, web_context: context })
const window = new Gtk.Window({ default_width: 1280, default_height: 900 })
window.add(view)
window.show_all()

const input = new Gio.DataInputStream({ base_stream: new Gio.UnixInputStream({ fd: 0, close_fd: false }) })
const answered = (_, outcome) => {
  try {
    print(`{"result":${view.evaluate_javascript_finish(outcome).to_json(0) ?? "null"}}`)
  } catch (error) {
    print(JSON.stringify({ failed: String(error) }))
  }
}
const readLine = () =>
  input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, outcome) => {
    const [line] = input.read_line_finish_utf8(outcome)
    if (line === null) return Gtk.main_quit()
    view.evaluate_javascript(line, -1, null, null, null, answered)
    readLine()
  })
readLine()
view.load_uri(ARGV[0])
Gtk.main()
