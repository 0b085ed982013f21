import Gdk from "gi://Gdk?version=3.0"
import Gio from "gi://Gio"
import GLib from "gi://GLib"
import Gtk from "gi://Gtk?version=3.0"
import WebKit2 from "gi://WebKit2?version=4.1"
import System from "system"
import { addArabic } from "./arabic.gjs.js"
import { addBadge } from "./badge.gjs.js"
import { keepToOrigin } from "./guard.gjs.js"
import { addLook } from "./look.gjs.js"
import { placeOf } from "./place.gjs.js"
import { createQuestion } from "./question.gjs.js"

/**
 * The window on Linux, run by gjs: WebKitGTK 4.1 shows one origin and nothing else. `gjsWindow.ts` owns this process:
 * it writes commands to standard input and reads reports from standard output, one line of JSON each.
 */

const { url, data, cache, downloads, shape, icon, messageMax, closing } = JSON.parse(ARGV[0])

const SHAPE_MS = 400
const ZOOM_STEP = 1.1
const ZOOM_MIN = 0.5
const ZOOM_MAX = 3
/** The last letter of Latin-1, among the numbers of keys. */
const LATIN_MAX = 0xff
/** Another crash of the page within this time ends the window, ms. */
const CRASH_MS = 10_000

/** A reader of lines may take these two characters for a line end. */
const oneLine = (text) => text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
const report = (message) => print(oneLine(JSON.stringify(message)))

Gtk.init(null)
GLib.set_prgname("sightline")
GLib.set_application_name("Sightline")

const manager = new WebKit2.WebsiteDataManager({ base_data_directory: data, base_cache_directory: cache })
manager.set_itp_enabled(false)
const context = WebKit2.WebContext.new_with_website_data_manager(manager)
const content = new WebKit2.UserContentManager()
content.connect("script-message-received::sightline", (_, result) => {
  // A value without JSON (for example a function) has no text. The program then reports it as junk.
  const text = result.get_js_value().to_json(0) ?? '"undefined"'
  if (text.length > messageMax) report({ large: text.length })
  else print(`{"posted":${oneLine(text)}}`)
})
content.register_script_message_handler("sightline")

addArabic(content)
addBadge(content)
const settings = new WebKit2.Settings({
  enable_developer_extras: false,
  allow_file_access_from_file_urls: false,
  allow_universal_access_from_file_urls: false,
  javascript_can_open_windows_automatically: false,
  enable_webrtc: false,
})
const view = new WebKit2.WebView({ user_content_manager: content, web_context: context, settings })
const place = placeOf(shape)
const window = new Gtk.Window({ default_width: place.width, default_height: place.height, title: "Sightline" })
if (icon !== undefined) window.set_icon_from_file(icon)
if (place.x !== undefined) window.move(place.x, place.y)
if (shape.maximized) window.maximize()
view.set_zoom_level(shape.zoom)
/** Before the first paint the engine's background is white, and the window's is that of its theme. */
const windowGround = new Gtk.CssProvider()
window.get_style_context().add_provider(windowGround, Gtk.STYLE_PROVIDER_PRIORITY_USER)
const paintGround = (colour) => {
  const ground = new Gdk.RGBA()
  if (!ground.parse(colour)) return
  view.set_background_color(ground)
  windowGround.load_from_data(`window { background: ${ground.to_string()}; }`)
}
let { ground } = shape
paintGround(ground ?? "")
const lookOf = addLook(content, (look) => {
  paintGround(look.ground)
  if (look.ground === "" || look.ground === ground) return
  ground = look.ground
  settle()
})
window.add(view)

let isFull = false
/** Reports size, position and zoom once they no longer change. */
let settling = 0
const settle = () => {
  if (settling !== 0) GLib.source_remove(settling)
  settling = GLib.timeout_add(GLib.PRIORITY_DEFAULT, SHAPE_MS, () => {
    settling = 0
    reportShape()
    return GLib.SOURCE_REMOVE
  })
}
const reportShape = () => {
  const maximized = window.is_maximized
  const zoom = view.get_zoom_level()
  // The size of the screen is not that of the window, which it has again afterwards.
  if (maximized || isFull) return report({ shape: { maximized, zoom, ground } })
  const [width, height] = window.get_size()
  const [x, y] = window.get_position()
  report({ shape: { x, y, width, height, maximized, zoom, ground } })
}
window.connect("configure-event", () => {
  settle()
  return false
})

const title = () => {
  const text = view.get_title() ?? ""
  window.set_title(/Sightline$/.test(text) ? text : text === "" ? "Sightline" : `${text} · Sightline`)
}
view.connect("notify::title", title)

const isOwn = keepToOrigin(view, url, (link) => report({ link }))
/** A file name has at most 255 bytes, and a character up to 4. */
const STEM_MAX = 55
/** Files go to the Downloads folder, under a free name. */
const freeName = (suggested) => {
  const name = suggested.replaceAll(/[/\\\0]/g, "_").replace(/^\.+/, "_") || "download"
  const [, whole, end] = /^(.*?)((?:\.[A-Za-z0-9]{1,10}){0,2})$/.exec(name) ?? [name, name, ""]
  const stem = [...whole].slice(0, STEM_MAX).join("")
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? `${stem}${end}` : `${stem} (${count})${end}`
    if (!Gio.File.new_for_path(`${downloads}/${tried}`).query_exists(null)) return tried
  }
}
/** WebKit reports only a cancellation when the disk is full or the folder is not usable. */
const whyNotSaved = (download, { message }) => {
  const folder = Gio.File.new_for_path(downloads)
  if (folder.query_file_type(Gio.FileQueryInfoFlags.NONE, null) !== Gio.FileType.DIRECTORY)
    return `${downloads} is no folder, or cannot be made`
  try {
    const needed = Math.max(1, download.get_response()?.get_content_length() ?? 0, download.get_received_data_length())
    const free = folder.query_filesystem_info("filesystem::free", null).get_attribute_uint64("filesystem::free")
    return free < needed ? `the disk of ${downloads} is full` : message
  } catch {
    return message
  }
}
context.connect("download-started", (_, download) => {
  let name = "download"
  let failure
  download.connect("decide-destination", (__, suggested) => {
    name = freeName(suggested)
    GLib.mkdir_with_parents(downloads, 0o755)
    download.set_destination(Gio.File.new_for_path(`${downloads}/${name}`).get_uri())
    return true
  })
  download.connect("failed", (__, error) => {
    failure = whyNotSaved(download, error)
  })
  download.connect("finished", () => report({ saved: { name, ...(failure !== undefined && { error: failure }) } }))
})

let crashedAt = -CRASH_MS
view.connect("web-process-terminated", () => {
  const now = GLib.get_monotonic_time() / 1_000
  const again = now - crashedAt < CRASH_MS
  crashedAt = now
  report({ crashed: { again } })
  if (again) end()
  else view.reload()
})

let isOver = false
const end = () => {
  if (isOver) return GLib.SOURCE_REMOVE
  isOver = true
  reportShape()
  report({ closed: true })
  Gtk.main_quit()
  return GLib.SOURCE_REMOVE
}
view.connect("close", end)
const question = createQuestion({ view, window, lookOf, closing, end })
window.connect("delete-event", () => {
  question.close()
  return true
})

window.connect("window-state-event", (_, event) => {
  isFull = (event.get_window().get_state() & Gdk.WindowState.FULLSCREEN) !== 0
  settle()
  return false
})
const zoom = (factor) => {
  const next = factor === null ? 1 : view.get_zoom_level() * factor
  view.set_zoom_level(Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, next)))
  settle()
}
/** While the page shows a device, every key except F11 goes to the device. */
const keys = {
  [Gdk.KEY_plus]: () => zoom(ZOOM_STEP),
  [Gdk.KEY_equal]: () => zoom(ZOOM_STEP),
  [Gdk.KEY_KP_Add]: () => zoom(ZOOM_STEP),
  [Gdk.KEY_minus]: () => zoom(1 / ZOOM_STEP),
  [Gdk.KEY_KP_Subtract]: () => zoom(1 / ZOOM_STEP),
  [Gdk.KEY_0]: () => zoom(null),
  [Gdk.KEY_q]: question.close,
  [Gdk.KEY_w]: question.close,
  [Gdk.KEY_r]: () => view.reload(),
}
const keymap = Gdk.Keymap.get_for_display(window.get_display())
/** Caps Lock changes no letter, and the letters of another script are those of the layout beside it. */
const keyOf = (event) => {
  const [, typed] = event.get_keyval()
  const key = Gdk.keyval_to_lower(typed)
  if (key in keys || key <= LATIN_MAX) return key
  const [, code] = event.get_keycode()
  const [, , beside] = keymap.get_entries_for_keycode(code)
  return beside?.find((one) => one in keys) ?? key
}
window.connect("key-press-event", (_, event) => {
  const key = keyOf(event)
  const [, state] = event.get_state()
  if (key === Gdk.KEY_F11) {
    if (isFull) window.unfullscreen()
    else window.fullscreen()
    return true
  }
  const pressed = state & (Gdk.ModifierType.CONTROL_MASK | Gdk.ModifierType.MOD1_MASK | Gdk.ModifierType.SUPER_MASK)
  const act = keys[key]
  const isViewer = /^https?:\/\/[^/]+\/viewer\//.test(view.get_uri() ?? "")
  if (pressed !== Gdk.ModifierType.CONTROL_MASK || act === undefined || isViewer) return false
  act()
  return true
})

const evaluate = ({ id, script }) =>
  view.evaluate_javascript(script, -1, null, null, null, (_, outcome) => {
    try {
      report({ result: { id, value: JSON.parse(view.evaluate_javascript_finish(outcome).to_json(0) ?? "null") } })
    } catch (error) {
      report({ result: { id, error: String(error) } })
    }
  })
const commands = {
  run: ({ script }) => view.evaluate_javascript(script, -1, null, null, null, null),
  evaluate,
  load: ({ uri }) => {
    if (isOwn(uri)) view.load_uri(uri)
  },
  present: () => {
    question.withdraw()
    window.deiconify()
    window.present_with_time(Gdk.CURRENT_TIME)
  },
  close: end,
}

/** The owner closes its end of the pipe when it ends. Then the window closes too. */
const input = new Gio.DataInputStream({ base_stream: new Gio.UnixInputStream({ fd: 0, close_fd: false }) })
const readLine = () =>
  input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, outcome) => {
    const [line] = input.read_line_finish_utf8(outcome)
    if (line === null) return Gtk.main_quit()
    const command = JSON.parse(line)
    commands[command.do]?.(command)
    readLine()
  })
readLine()
const version = [WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()].join(".")
report({ opened: { engine: `WebKitGTK ${version}` } })
view.load_uri(url)
window.show_all()
Gtk.main()
window.destroy()
System.exit(0)
