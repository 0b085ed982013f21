import { createContext, type ReactNode, use, useLayoutEffect, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { Button } from "./Button.tsx"
import { Glyph, type GlyphName } from "./Glyph.tsx"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon } from "./icons.ts"
import { useNarrow } from "./useMedia.ts"

export type BannerTone = "warn" | "bad" | "info"

const classes: Readonly<Record<BannerTone, string>> = { warn: "banner", bad: "banner bad", info: "banner info" }
const signs: Readonly<Record<BannerTone, GlyphName>> = { warn: "offline", bad: "refused", info: "update" }
const tones = { warn: "warn", bad: "bad", info: "acc" } as const

/** The element for banners; null until it is in the page, undefined where each banner stays where it is written. */
export const BannerSlot = createContext<HTMLElement | null | undefined>(undefined)

/**
 * A banner at the foot of a page is shown above the earlier ones and moves none of them (UX-5). It precedes them in the
 * document as well, so that reading and Tab follow the visible order.
 */
const Arriving = ({ children }: { readonly children: ReactNode }) => {
  const place = use(BannerSlot)
  const [slot] = useState(() => document.createElement("div"))
  useLayoutEffect(() => {
    place?.prepend(slot)
    return () => slot.remove()
  }, [place, slot])
  return place === undefined ? children : createPortal(children, slot)
}

/** A notice about the whole page, at its foot: offline, server unreachable, update ready, storage full. */
export const Banner = ({
  tone,
  glyph = signs[tone],
  title,
  children,
  actions,
  folds = false,
  onDismiss,
}: {
  readonly tone: BannerTone
  readonly glyph?: GlyphName
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** True to show one line on phones until a person asks for more. Screen readers get all of it at once. */
  readonly folds?: boolean
  readonly onDismiss?: () => void
}) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const canFold = useNarrow() && folds
  const isFolded = canFold && !isOpen
  return (
    <Arriving>
      <div className={classes[tone]}>
        <Glyph name={glyph} tone={tones[tone]} />
        <p className="grow" role="status">
          <b>{title}</b> <span className={isFolded ? "vh" : "muted"}>{children}</span>
        </p>
        {!isFolded && actions}
        {canFold && (
          <Button variant="word" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t("common.action.details")}
          </Button>
        )}
        {onDismiss && <IconButton icon={CloseIcon} label={t("common.action.dismiss")} onPress={onDismiss} />}
      </div>
    </Arriving>
  )
}
