import { createContext, use, useEffect, useEffectEvent, useRef } from "react"

/**
 * What was typed into a dialog that Back has closed: Back is often pressed for the page, and the dialog gives it back when it
 * opens again about the same. In memory alone, of the last dialog alone, and never a password.
 */
export interface DialogDraft {
  readonly about: string
  readonly texts: Map<string, string>
  isKept: boolean
}

let last: DialogDraft | null = null

/** The texts that a person types into a dialog from now on. Begins with the kept ones. */
export const draftOf = (about: string): DialogDraft => {
  if (last === null || last.about !== about || !last.isKept) last = { about, texts: new Map(), isKept: false }
  last.isKept = false
  return last
}

export const DraftContext = createContext<DialogDraft | null>(null)

export const useDraft = (): DialogDraft | null => use(DraftContext)

/** Keeps what a person types into the field of this name. Gives what `onChange` is to be called by. */
export const useKept = (field: string | null, value: string, onChange: (value: string) => void) => {
  const draft = useDraft()
  const first = useRef(value)
  const give = useEffectEvent((text: string) => onChange(text))
  useEffect(() => {
    const kept = field === null ? undefined : draft?.texts.get(field)
    if (kept !== undefined && kept !== first.current) give(kept)
  }, [draft, field])
  return (text: string) => {
    if (field !== null) draft?.texts.set(field, text)
    onChange(text)
  }
}
