import { memo, type Ref, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { runningStages } from "../../../domain/features/firmware/events.ts"
import type { CampaignRow, CampaignView } from "../../../domain/views/campaign.ts"
import { sameView } from "../../client/sameView.ts"
import { calledOf, Named } from "../../dialogs/firmware/Named.tsx"
import { zonesOf } from "../../dialogs/firmware/Stages.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { usePrinting } from "../../ui/useMedia.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { rowGlyphs, useRowWords } from "./rowWords.ts"

const Zones = ({ row: { stage, brokeAt, percent, status } }: { readonly row: CampaignRow }) => {
  const { t } = useTranslation()
  const zones = zonesOf(stage ?? "initial", brokeAt, percent)
  const at = zones.findIndex(({ isNow }) => isNow)
  const n = status === "completed" || status === "doubted" ? runningStages.length : at + 1
  return (
    <div className="four" role="img" aria-label={t("pages.updates.row.stage", { n, of: runningStages.length })}>
      {zones.map(({ name, isNow, isPast, percent: filled }) => (
        <div
          key={name}
          className={`ticks low${isPast ? " quiet full" : isNow && stage === "error" ? " bad" : ""}`}
          style={{ "--v": filled }}
        />
      ))}
    </div>
  )
}

/** The estimated height of a row, px. On phones the stages have a line of their own. */
const ROW_PX = 72

type Shown = { readonly row: CampaignRow; readonly hasEnded: boolean }
/** The possible labels of the buttons, one a line. All rows leave room for the widest. */
type Widths = { readonly widths: string }
/** True while the list is printed: on paper there is nothing to press. */
type Printed = { readonly isPrinting: boolean }
/** The position of a row in the whole list, from 0, and the number of rows. */
type Placed = { readonly index: number; readonly of: number; readonly measure: Ref<HTMLLIElement> }

/**
 * The actions on one device. A new attempt resumes at the last good chunk. Each action has a button of its own, so that
 * a press that began on one never ends as another.
 */
const RowAction = ({ row, hasEnded }: Shown) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { device, status } = row
  const name = calledOf(row)
  const again = () => ask({ type: "StartFirmwareUpdate", device })
  if (status === "failed")
    return (
      <Button key="again" onPress={again} aria-label={t("pages.updates.row.againFor", { name })}>
        {t("common.action.tryAgain")}
      </Button>
    )
  if (status === "waiting" && !hasEnded)
    return (
      <Button
        key="skip"
        onPress={() => ask({ type: "SkipInCampaign", device })}
        aria-label={t("pages.updates.row.skipFor", { name })}
      >
        {t("pages.updates.row.skip")}
      </Button>
    )
  if (status === "skipped" || status === "waiting")
    return (
      <Button key="update" onPress={again} aria-label={t("pages.updates.row.updateFor", { name })}>
        {t("pages.updates.row.update")}
      </Button>
    )
  return null
}

const Row = memo(({ row, hasEnded, widths, isPrinting, index, of, measure }: Shown & Widths & Printed & Placed) => {
  const format = useFormat()
  const words = useRowWords()
  const { status, percent, stage } = row
  const said = words(row, hasEnded)
  const isQuiet = status === "waiting" || status === "skipped"
  return (
    <li
      ref={measure}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={of}
      className={`crow${status === "running" ? " now" : ""}${isQuiet ? " wait" : ""}`}
      tabIndex={-1}
      data-device={row.device}
    >
      <Glyph name={rowGlyphs[status]} />
      <div className="grow">
        <b>
          <Named device={row} />
        </b>
        <p className="s" title={said}>
          {said}
        </p>
      </div>
      <Zones row={row} />
      <span className="pc">{stage === null ? "" : format.percent(percent)}</span>
      <div className="a" data-widths={widths}>
        {!isPrinting && <RowAction row={row} hasEnded={hasEnded} />}
      </div>
    </li>
  )
}, sameView)

/**
 * The devices in their order, each with its stage, result and reason. In a long list only the visible rows are in the
 * page.
 */
export const Rows = ({ view: { rows, ended } }: { readonly view: CampaignView }) => {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const keys = useMemo(() => rows.map(({ device }) => device), [rows])
  const { first, last, before, after, measure } = usePageRows(list, rows.length, { pitch: ROW_PX, keys })
  const isPrinting = usePrinting()
  const widths = [t("common.action.tryAgain"), t("pages.updates.row.skip"), t("pages.updates.row.update")].join("\n")
  return (
    <>
      <div className="crow chead" aria-hidden="true">
        <span />
        <span />
        <div className="four">
          {runningStages.map((stage) => (
            <span key={stage} title={t(`dialog.firmware.stage.${stage}`)}>
              {t(`dialog.firmware.stage.${stage}`)}
            </span>
          ))}
        </div>
        <span />
        <div className="a" data-widths={widths} />
      </div>
      <ol
        ref={list}
        aria-label={t("dialog.batch.devices")}
        style={{ paddingBlockStart: before, paddingBlockEnd: after }}
      >
        {rows.slice(first, last).map((row, index) => (
          <Row
            key={row.device}
            row={row}
            index={first + index}
            of={rows.length}
            measure={measure}
            hasEnded={ended !== null}
            widths={widths}
            isPrinting={isPrinting}
          />
        ))}
      </ol>
    </>
  )
}
