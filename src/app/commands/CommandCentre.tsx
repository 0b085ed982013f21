import { useEffect, useEffectEvent, useRef } from "react"
import { useCommandView, useShowCommands } from "../client/commandView.ts"
import { useRecorded } from "../client/useRecorded.ts"
import { Later } from "../dialogs/Later.tsx"
import { laterPart, useAhead } from "../loading/overlay.ts"
import { useToast } from "../toasts/useToast.ts"
import { isPaletteKey, isSomethingOver, makeKeyListener } from "./keyListener.ts"
import { commandKeys } from "./keys.ts"
import { commands, type KeyedCommand, keyedCommands } from "./registry.ts"
import { useDoing, useSituation } from "./useDoing.ts"
import { useSingleKeys } from "./useKeys.ts"

const palette = laterPart(() => import("./Palette.tsx").then((m) => m.Palette))
const shortcuts = laterPart(() => import("./ShortcutsDialog.tsx").then((m) => m.ShortcutsDialog))

const fetchAll = () => Promise.all([palette.fetch(), shortcuts.fetch()])

/** Listens to the keys of the whole page. */
const useCommandKeys = (run: (command: KeyedCommand) => void): void => {
  const on = useSingleKeys()
  const show = useShowCommands()
  const pressed = useEffectEvent(run)
  useEffect(() => {
    const hearSingle = makeKeyListener(commandKeys, keyedCommands, (command) => pressed(command))
    const hear = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        if (event.defaultPrevented || isSomethingOver()) return
        event.preventDefault()
        show("palette")
      } else if (on) hearSingle(event)
    }
    document.addEventListener("keydown", hear)
    return () => document.removeEventListener("keydown", hear)
  }, [on, show])
}

/** UX-3: the palette, the help sheet and the keys, over every page. */
export const CommandCentre = () => {
  const toast = useToast()
  const view = useCommandView()
  const show = useShowCommands()
  const close = () => show("none")
  const now = useSituation()
  const doing = useDoing()
  const opened = useRef<{ palette: boolean; shortcuts: boolean }>({ palette: false, shortcuts: false })
  if (view !== "none") opened.current[view] = true
  useAhead(fetchAll)
  useRecorded(view === "none" ? null : view)
  useCommandKeys((name) => {
    const { hindrance, run } = commands[name]
    const reason = hindrance(now)
    if (reason === null) return run(doing, now)
    if (reason !== "here") toast({ kind: "blank", message: `layout.palette.reason.${reason}` })
  })
  const openSettings = () => {
    close()
    doing.go("/settings")
  }
  return (
    <>
      {opened.current.palette && (
        <Later of={palette} with={{ isOpen: view === "palette", now, doing, onClose: close }} />
      )}
      {opened.current.shortcuts && (
        <Later of={shortcuts} with={{ isOpen: view === "shortcuts", now, onClose: close, onSettings: openSettings }} />
      )}
    </>
  )
}
