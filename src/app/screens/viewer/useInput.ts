import { type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useSend } from "../../client/client.ts"
import { type Client, useClient } from "../../client/provider.ts"
import { usePaste } from "../../clipboard/usePaste.ts"
import { type Macros, useMacros } from "../../viewer/useMacros.ts"
import type { KeyMenuProps } from "./KeyMenu.tsx"
import { type MacroRecording, useRecording } from "./useRecording.ts"
import { type Sticky, useSticky } from "./useSticky.ts"
import { type KeyTyping, useTyping } from "./useTyping.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface ViewerInput {
  readonly menu: Omit<KeyMenuProps, "isDisabled">
  readonly typing: KeyTyping
  readonly recording: MacroRecording
  readonly macros: Macros
  readonly sticky: Sticky
  /** True when a text field takes the keys in place of the picture. */
  readonly isText: boolean
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly closeText: () => void
  /** Sends keys that are held together, and a character or none. */
  readonly combine: (keysyms: readonly number[], character: string) => void
  /** True after a press of a key whose text only text fields get. */
  readonly isUnwritten: boolean
  readonly dismissUnwritten: () => void
  readonly isClipboardRefused: boolean
  /** Types the text that a person has pasted in place of the clipboard. */
  readonly typePasted: (text: string) => void
  readonly dismissClipboard: () => void
}

/** The clients in which the person closed the note about such keys. It stays closed until the page is opened again. */
const closedIn = new WeakSet<Client>()

/** True from the first such key until the text field opens, or the person closes the note. */
const useUnwritten = ({ listen }: ViewerStage, isText: boolean) => {
  const client = useClient()
  const [isUnwritten, setUnwritten] = useState(false)
  useEffect(() => {
    if (isText) setUnwritten(false)
  }, [isText])
  useEffect(
    () =>
      listen(({ type }) => {
        if (type === "unwritten") setUnwritten(!closedIn.has(client))
      }),
    [listen, client],
  )
  const dismiss = () => {
    closedIn.add(client)
    setUnwritten(false)
  }
  return [isUnwritten, dismiss] as const
}

/** The ways to send input beside the keyboard's own keys (SCREEN-5). */
export const useInput = (
  stage: ViewerStage,
  id: string,
  possible: { readonly isPossible: boolean; readonly isLost: boolean },
): ViewerInput => {
  const { act } = stage
  const { isPossible } = possible
  const send = useSend()
  const paste = usePaste()
  // The log records a macro by its name and a text by its length (SCREEN-8).
  const typing = useTyping(stage, possible, (macro, length) =>
    send({
      type: "RecordScreen",
      event:
        macro === null
          ? { type: "TextTyped", payload: { id, length } }
          : { type: "MacroPlayed", payload: { id, macro } },
    }),
  )
  const recording = useRecording(stage)
  const macros = useMacros()
  const sticky = useSticky(act)
  const [wantsText, setText] = useState(false)
  const [isClipboardRefused, setRefused] = useState(false)
  const isText = wantsText && isPossible
  const [isUnwritten, dismissUnwritten] = useUnwritten(stage, isText)
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => act((viewer) => viewer.focus())
  return {
    menu: {
      macros: macros.macros,
      onKeys: (keysyms) => {
        act((viewer) => viewer.press(keysyms))
        focus()
      },
      onMacro: (macro) => {
        typing.play(macro)
        focus()
      },
      onRecord: () => {
        recording.start()
        focus()
      },
      onRename: macros.rename,
      onRemove: macros.remove,
      onType: () => {
        paste((text) => {
          setRefused(text === null || text === "")
          if (text !== null) typing.start(text)
        })
        focus()
      },
      onTextField: () => {
        // Phones open their keyboard only within the handler of the press.
        flushSync(() => setText(true))
        field.current?.focus()
      },
      onLetGo: () => {
        act((viewer) => viewer.letGo())
        focus()
      },
    },
    typing,
    recording,
    macros,
    sticky,
    isText,
    field,
    closeText: () => setText(false),
    combine: (keysyms, character) =>
      act((viewer) => (character === "" ? viewer.press(keysyms) : viewer.type(character, keysyms))),
    isUnwritten: isUnwritten && isPossible,
    dismissUnwritten: () => {
      dismissUnwritten()
      focus()
    },
    isClipboardRefused: isClipboardRefused && isPossible,
    typePasted: (text) => {
      setRefused(false)
      typing.start(text)
      focus()
    },
    dismissClipboard: () => setRefused(false),
  }
}
