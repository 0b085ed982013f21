import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../../ui/Button.tsx"

/** Where the browser refuses its clipboard, a person pastes the text here (SCREEN-5). Nothing of it is stored. */
export const PasteBox = ({ action, onText }: { readonly action: string; readonly onText: (text: string) => void }) => {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState("")
  useEffect(() => box.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== "") onText(text)
  }
  return (
    <form className="vpaste" aria-label={action} onSubmit={submit}>
      <label htmlFor={id}>{t("devices.viewer.clipboard.paste")}</label>
      <textarea
        id={id}
        ref={box}
        className="input"
        value={text}
        onChange={({ target }) => setText(target.value)}
        rows={2}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" isDisabled={text === ""}>
        {action}
      </Button>
    </form>
  )
}
