import { type KeyboardEvent, useMemo, useState } from "react"
import { makeInitials, railLetters } from "../../../domain/views/initials.ts"
import { useViewOf } from "../../client/client.ts"
import { useCardWords } from "../../devices/cardWords.ts"

const NOTHING: ReadonlyMap<string, number> = new Map()

/**
 * Letters beside a long list by name. A press goes to the first device with that letter. One Tab stop, with arrows
 * inside.
 */
export const LetterRail = ({
  ids,
  onJump,
}: {
  readonly ids: readonly string[]
  /** The index of the first device with the letter. */
  readonly onJump: (place: number) => void
}) => {
  const { t } = useCardWords()
  const initials = useMemo(makeInitials, [])
  const places = useViewOf(initials, ids) ?? NOTHING
  const known = railLetters.filter((letter) => places.has(letter))
  const [active, setActive] = useState<string | null>(null)
  const stop = active !== null && places.has(active) ? active : known[0]
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    const next = known[known.indexOf(stop ?? "") + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    setActive(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-letter="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <nav className="letters" aria-label={t("devices.letters")} onKeyDown={move}>
      {railLetters.map((letter) => {
        const place = places.get(letter)
        return (
          <button
            key={letter}
            type="button"
            data-letter={letter}
            disabled={place === undefined}
            tabIndex={letter === stop ? 0 : -1}
            onClick={() => {
              setActive(letter)
              if (place !== undefined) onJump(place)
            }}
          >
            {letter}
          </button>
        )
      })}
    </nav>
  )
}
