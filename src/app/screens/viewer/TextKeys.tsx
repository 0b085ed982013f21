import { type InputEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { keysymNamed, keysyms } from "../../viewer/keysyms.ts"
import { isWriting } from "./pictureKeys.ts"
import type { Sticky } from "./useSticky.ts"

/** Text that keeps the field filled: phone keyboards report a deletion only where there is text to delete. */
const FILLED = "  "

const modifiersOf = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): readonly number[] => [
  ...(ctrlKey ? [keysyms.Control] : []),
  ...(altKey ? [keysyms.Alt] : []),
  ...(metaKey ? [keysyms.Meta] : []),
]

/**
 * A text field in place of the picture for input methods, phone keyboards and dictation, which write only into text
 * fields. Nothing of the text stays here.
 */
export const TextKeys = ({
  field,
  name,
  sticky,
  onCombination,
  onLeave,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly name: string
  readonly sticky: Sticky
  readonly onCombination: (keysyms: readonly number[], character: string) => void
  readonly onLeave: () => void
}) => {
  const { t } = useTranslation()
  useBackCloses(true, onLeave)
  const isComposing = useRef(false)
  useEffect(() => {
    // The field goes when the picture is lost, and returns with it.
    if (!isWriting()) field.current?.focus()
  }, [field])
  const empty = (target: HTMLTextAreaElement) => {
    target.value = FILLED
    target.setSelectionRange(FILLED.length, FILLED.length)
  }
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // The Enter that ends a composition belongs to the input method.
    if (isComposing.current || event.nativeEvent.isComposing || event.key === "Process") return
    const { key } = event
    const keysym = keysymNamed(key)
    const isModifier = ["Shift", "Control", "Alt", "Meta"].includes(key)
    const modifiers = modifiersOf(event)
    // AltGr writes characters and makes no combination.
    const isCombination = modifiers.length > 0 && !event.getModifierState("AltGraph") && [...key].length === 1
    if (isModifier || (keysym === undefined && !isCombination)) return
    event.preventDefault()
    event.stopPropagation()
    if (isCombination) return onCombination(modifiers, key)
    if (keysym === undefined) return
    const shift = event.shiftKey ? [keysyms.Shift] : []
    if (modifiers.length + shift.length > 0) onCombination([...modifiers, ...shift, keysym], "")
    else sticky.press(keysym)
  }
  const input = ({ nativeEvent, currentTarget }: InputEvent<HTMLTextAreaElement>) => {
    if (isComposing.current || nativeEvent.isComposing) return
    const { inputType, data } = nativeEvent
    if (inputType.startsWith("deleteContent")) {
      sticky.press(inputType === "deleteContentForward" ? keysyms.Delete : keysyms.Backspace)
    } else if (inputType === "insertLineBreak" || inputType === "insertParagraph") sticky.press(keysyms.Enter)
    else sticky.type(data ?? currentTarget.value.slice(FILLED.length))
    empty(currentTarget)
  }
  return (
    <textarea
      ref={field}
      className="vtext"
      aria-label={t("devices.viewer.textField", { name })}
      defaultValue={FILLED}
      rows={1}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="enter"
      onFocus={({ currentTarget }) => empty(currentTarget)}
      onBlur={onLeave}
      onKeyDown={keyDown}
      onInput={input}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={({ data, currentTarget }) => {
        isComposing.current = false
        sticky.type(data)
        empty(currentTarget)
      }}
    />
  )
}
