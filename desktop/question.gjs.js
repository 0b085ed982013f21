import GLib from "gi://GLib"
import Gtk from "gi://Gtk?version=3.0"
import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * The question before a page closes that wants to stay (DESK-5), in the language and the theme of the page. The page
 * provides its lines: the reason, the button that stays, the button that leaves.
 */

/** The light or dark variant of GTK's built-in theme, whatever the system's theme is. */
const paint = (widget, isDark) => {
  const provider = Gtk.CssProvider.get_named("Adwaita", isDark ? "dark" : null)
  const all = (one) => {
    one.get_style_context().add_provider(provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    if (one instanceof Gtk.Container) one.forall(all)
  }
  all(widget)
}

/**
 * Asks for the page of this view, in the look from `lookOf`. `close` runs a script in the page to learn whether it
 * wants to stay: the engine would give a busy page only 50 ms before closing. Only a page that does not want to stay,
 * or that is silent for too long, closes without the question.
 */
export const createQuestion = ({ view, window, lookOf, closing: { whyStay, patience, rounds }, end }) => {
  let isAsking = false
  let withdraw
  /** Enter and Escape keep the page. */
  const ask = (lines, answer) => {
    const { CANCEL, ACCEPT } = Gtk.ResponseType
    const [why, stay = "Cancel", leave = "Close"] = lines.split("\n")
    const { isDark, isRtl } = lookOf()
    Gtk.Widget.set_default_direction(isRtl ? Gtk.TextDirection.RTL : Gtk.TextDirection.LTR)
    const box = new Gtk.MessageDialog({
      transient_for: window,
      modal: true,
      message_type: Gtk.MessageType.QUESTION,
      text: why,
    })
    box.add_button(stay, CANCEL)
    box.add_button(leave, ACCEPT)
    box.set_default_response(CANCEL)
    paint(box, isDark)
    withdraw = () => box.response(CANCEL)
    box.connect("response", (_, response) => {
      withdraw = undefined
      box.destroy()
      answer(response === ACCEPT)
    })
    box.show_all()
  }

  /* The engine's own event, before a page is replaced or reloaded. The page waits meanwhile. */
  view.connect("script-dialog", (_, dialog) => {
    if (dialog.get_dialog_type() !== WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM) return false
    withdraw?.()
    ask(dialog.get_message(), (isLeaving) => {
      dialog.confirm_set_confirmed(isLeaving)
      dialog.close()
    })
    return true
  })

  const wishOf = (outcome) => {
    try {
      return view.evaluate_javascript_finish(outcome).to_string()
    } catch {
      return ""
    }
  }
  const askPage = (round) => {
    const hangs = GLib.timeout_add(GLib.PRIORITY_DEFAULT, patience, end)
    view.evaluate_javascript(whyStay, -1, null, null, null, (_, outcome) => {
      GLib.source_remove(hangs)
      const lines = wishOf(outcome)
      if (lines === "" && round < rounds) return askPage(round + 1)
      isAsking = false
      if (lines === "") end()
      else if (withdraw === undefined) ask(lines, (isLeaving) => isLeaving && end())
    })
  }
  return {
    close: () => {
      if (isAsking || withdraw !== undefined) return
      isAsking = true
      askPage(1)
    },
    /** A person who wants to see the window does not want it closed. */
    withdraw: () => withdraw?.(),
  }
}
