import { createContext, use, useEffect, useEffectEvent, useRef } from "react"

/**
 * The texts in a dialog that Back has closed. Back is often meant for the page, so the dialog shows them again when it
 * opens about the same subject. Only in memory, only of the last dialog, and never a password.
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

/** Keeps the text of the field of this name. Returns the function to call in place of `onChange`. */
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
