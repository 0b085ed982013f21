import { useEffect, useRef, useState } from "react"
import { NAME_MAX_BYTES } from "../../../../domain/values/limits.ts"
import { isSameName, tidyName, utf8Length } from "../../../../domain/values/name.ts"
import type { DeviceCard } from "../../../../domain/views/devices.ts"
import { useNow } from "../../../client/clock.ts"
import { statusKeys, useCardWords } from "../../../devices/cardWords.ts"
import { useAsk } from "../../../toasts/useAsk.ts"
import { useBackCloses } from "../../../ui/BackCloses.tsx"
import { draftOf } from "../../../ui/draft.ts"
import { Glyph } from "../../../ui/Glyph.tsx"
import { IconButton } from "../../../ui/IconButton.tsx"
import { RenameIcon } from "../../../ui/icons.ts"
import { Name as WorldName } from "../../../ui/Name.tsx"
import { Pending } from "../../../ui/Pending.tsx"
import { Ways } from "../Ways.tsx"

const TYPED = "name"

/**
 * Renames in place: Enter and leaving the field save, Escape keeps the name. Back closes the field and keeps the typed
 * text as a draft.
 */
const NameField = ({ card, onDone }: { readonly card: DeviceCard; readonly onDone: () => void }) => {
  const { t } = useCardWords()
  const ask = useAsk()
  const [draft] = useState(() => draftOf(`name of ${card.did}`))
  const [typed, setTyped] = useState(draft.texts.get(TYPED) ?? card.name)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => field.current?.select(), [])
  const used = utf8Length(tidyName(typed))
  const isTooLong = used > NAME_MAX_BYTES
  const end = (save: boolean) => {
    if (isOver.current) return
    // Read from the field, because fast typing may be ahead of the state.
    const name = tidyName(field.current?.value ?? typed)
    if (save && utf8Length(name) > NAME_MAX_BYTES) return
    isOver.current = true
    if (save && name !== "" && !isSameName(name, card.name)) ask({ type: "RenameDevice", did: card.did, name })
    onDone()
  }
  useBackCloses(true, () => {
    draft.isKept = true
    end(false)
  })
  return (
    <div className="dname">
      <div className={isTooLong ? "input bad" : "input"}>
        <input
          ref={field}
          // The person pressed the pencil beside the name to get this field.
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
          autoFocus
          aria-label={t("dialog.rename.label")}
          aria-invalid={isTooLong}
          autoComplete="off"
          spellCheck="false"
          value={typed}
          onChange={(event) => {
            draft.texts.set(TYPED, event.currentTarget.value)
            setTyped(event.currentTarget.value)
          }}
          onBlur={() => end(!isTooLong)}
          onKeyDown={(event) => {
            if (event.key === "Enter") end(true)
            else if (event.key === "Escape") end(false)
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <span className={isTooLong ? "counter bad" : "counter"} role="status">
          {t("devices.page.used", { used, max: NAME_MAX_BYTES })}
        </span>
      </div>
    </div>
  )
}

const Name = ({ card, title }: { readonly card: DeviceCard; readonly title: string }) => {
  const { t } = useCardWords()
  const [isRenaming, setRenaming] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  if (isRenaming)
    return (
      <>
        <h2 id={title} className="vh">
          <WorldName of={card.name} />
        </h2>
        <NameField
          card={card}
          onDone={() => {
            setRenaming(false)
            requestAnimationFrame(() => place.current?.querySelector("button")?.focus())
          }}
        />
      </>
    )
  return (
    <div className="dname" ref={place}>
      <h2 id={title} title={card.name}>
        {card.pendingName === null ? <WorldName of={card.name} /> : <Pending value={card.name} />}
      </h2>
      <IconButton icon={RenameIcon} label={t("devices.page.rename")} smallIcon onPress={() => setRenaming(true)} />
    </div>
  )
}

/** The name, and below it the state in words with its age. */
export const NameAndState = ({ card, title }: { readonly card: DeviceCard; readonly title: string }) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const age =
    card.lastSeen > 0 ? t("devices.page.seen", { ago: format.age(card.lastSeen, now) }) : t("devices.card.neverSeen")
  return (
    <>
      <Name card={card} title={title} />
      <p className="dstate">
        <Glyph name={card.status} />
        <b>{t(statusKeys[card.status])}</b>
        <span>{age}</span>
        <Ways card={card} as="reach" />
      </p>
    </>
  )
}
