import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react"
import { Dialog } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { useTranslation } from "react-i18next"
import { BackCloses } from "../ui/BackCloses.tsx"
import { Icon } from "../ui/Icon.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { CloseIcon, SearchIcon } from "../ui/icons.ts"
import { groupTitle, type PaletteEntry } from "./entries.ts"
import { PaletteOption } from "./PaletteOption.tsx"
import type { Doing, Situation } from "./registry.ts"
import type { FoundEntries } from "./search.ts"
import { useEntries } from "./useEntries.ts"
import { useRecents } from "./useRecents.ts"

export interface PaletteProps {
  readonly now: Situation
  readonly doing: Doing
  readonly onClose: () => void
}

/** Number of lines that PageUp and PageDown move. */
const PAGE = 8

const arrows = ["↑", "↓"]
const ENTER = "↵"

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

/** A single step wraps around at the ends; a page stops there. */
const moved = (from: number, step: number, count: number): number =>
  Math.abs(step) === 1 ? (from + step + count) % count : Math.min(Math.max(from + step, 0), count - 1)

const entriesOf = ({ groups }: FoundEntries): readonly PaletteEntry[] => groups.flatMap(({ entries }) => entries)

/** The position of the active line, or of the first possible one; -1 when there is none. */
const placeOf = (entries: readonly PaletteEntry[], wanted: number | null): number => {
  const possible = Math.max(
    0,
    entries.findIndex(({ hindrance }) => hindrance === null),
  )
  return Math.min(wanted ?? possible, entries.length - 1)
}

/** The typed text, the active line, and the handlers of keys and presses. */
const useChoosing = ({ now, doing, onClose }: PaletteProps) => {
  const { t } = useTranslation()
  const [query, setQuery] = useState("")
  /** The line that the person has moved to; null for the first that is possible. */
  const [wanted, setWanted] = useState<number | null>(null)
  const [refused, setRefused] = useState("")
  const { recent, remember } = useRecents()
  const makings = useMemo(() => ({ t, now, doing }), [t, now, doing])
  const { found, words, catchUp } = useEntries(query, recent, makings)
  const entries = entriesOf(found)
  const active = placeOf(entries, wanted)
  const change = (text: string) => {
    setQuery(text)
    setWanted(null)
    setRefused("")
  }
  const run = (entry: PaletteEntry) => {
    if (entry.hindrance !== null) return setRefused(entry.hindrance)
    onClose()
    remember(entry.id)
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setWanted(moved(active, step, entries.length))
    }
    if (event.key === "Enter") {
      event.preventDefault()
      // The list on the screen may still belong to an earlier text.
      const current = entriesOf(catchUp())
      const entry = current[placeOf(current, wanted)]
      if (entry !== undefined) run(entry)
    }
  }
  return { query, change, found, words, count: entries.length, active, point: setWanted, press, run, refused }
}

interface GroupsProps extends Pick<ReturnType<typeof useChoosing>, "found" | "words" | "active" | "point" | "run"> {
  readonly list: string
  readonly optionId: (place: number) => string
}

const Groups = ({ list, found, words, active, optionId, point, run }: GroupsProps) => {
  const { t } = useTranslation()
  let place = -1
  return (
    <div className="palette-list" role="listbox" id={list} aria-label={t("layout.palette.title")}>
      {found.groups.map(({ group, entries: own }) => (
        // biome-ignore lint/a11y/useSemanticElements: options in groups; a fieldset has no place in a list box
        <div key={group} role="group" aria-label={groupTitle(t, group)}>
          <p className="palette-group" aria-hidden="true">
            {groupTitle(t, group)}
          </p>
          {own.map((entry) => {
            place += 1
            const here = place
            return (
              <PaletteOption
                key={entry.id}
                id={optionId(here)}
                entry={entry}
                words={words}
                isActive={here === active}
                onPoint={() => point(here)}
                onRun={() => run(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The keys of the palette, shown for the eye. */
const Foot = () => {
  const { t } = useTranslation()
  return (
    <p className="palette-foot" aria-hidden="true">
      {arrows.map((cap) => (
        <kbd key={cap} className="kbd">
          {cap}
        </kbd>
      ))}
      <span>{t("layout.palette.move")}</span>
      <kbd className="kbd">{ENTER}</kbd>
      <span>{t("layout.palette.run")}</span>
      <kbd className="kbd">{t("layout.shortcuts.escape")}</kbd>
      <span>{t("common.action.close")}</span>
    </p>
  )
}

const Inside = (props: PaletteProps) => {
  const { t } = useTranslation()
  const list = useId()
  const { query, change, found, words, count, active, point, press, run, refused } = useChoosing(props)
  const optionId = (place: number) => `${list}-${place}`
  const activeId = active < 0 ? undefined : optionId(active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" })
  }, [activeId])
  const countText = count === 0 ? t("layout.palette.none") : t("layout.palette.count", { count })
  return (
    <>
      <div className="palette-head">
        <Icon of={SearchIcon} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-label={t("layout.palette.label")}
          placeholder={t("layout.palette.placeholder")}
          // biome-ignore lint/a11y/noAutofocus: a palette is opened to type into it
          autoFocus
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
        <IconButton icon={CloseIcon} label={t("common.action.close")} slot={null} onPress={props.onClose} />
      </div>
      <Groups list={list} found={found} words={words} active={active} optionId={optionId} point={point} run={run} />
      {count === 0 && <p className="palette-none">{t("layout.palette.none")}</p>}
      {found.hasMore && <p className="palette-more">{t("layout.palette.more")}</p>}
      <Foot />
      <p className="vh" role="status">
        {refused === "" ? query !== "" && countText : refused}
      </p>
    </>
  )
}

/**
 * Every command by name: a combobox over a list box. A command that is not possible now is listed with its reason and
 * can be reached, so that screen readers announce the reason.
 */
export const Palette = ({ isOpen, ...props }: PaletteProps & { readonly isOpen: boolean }) => {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      className="scrim for-palette"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <Modal className="dialog palette">
        <BackCloses />
        <Dialog aria-label={t("layout.palette.title")}>
          <Inside {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
