import { type CSSProperties, type ReactNode, useState } from "react"
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

let arrived = 0

/** What comes at the foot of a page lies above what is there already: a number of its own, and more for each that comes later. */
const useArrival = (): CSSProperties => {
  const [style] = useState(() => {
    arrived += 1
    return { "--arrival": arrived }
  })
  return style
}

/** What concerns the whole page, at its foot: offline, server unreachable, update ready, storage full. */
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
  /** On phones it is one line until a person asks for more; screen readers are told all of it at once. */
  readonly folds?: boolean
  readonly onDismiss?: () => void
}) => {
  const { t } = useTranslation()
  const style = useArrival()
  const [isOpen, setOpen] = useState(false)
  const canFold = useNarrow() && folds
  const isFolded = canFold && !isOpen
  return (
    <div className={classes[tone]} style={style}>
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
  )
}
