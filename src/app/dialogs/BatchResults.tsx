import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/model/state.ts"
import { type BatchKind, type BatchResult, batchResults, type NamedDevice } from "../../domain/views/batch.ts"
import { useTab, useView } from "../client/client.ts"
import type { Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Glyph } from "../ui/Glyph.tsx"

/** Why a device is left out of a batch. */
const leftOutKey = (reason: Refused) =>
  reason === "noBoundMac" ? ("dialog.batch.noBound" as const) : refusedKey(reason)

const Result = ({ result, left }: { readonly result: BatchResult | undefined; readonly left: Refused | null }) => {
  const { t } = useTranslation()
  if (left !== null)
    return (
      <span className="outcome">
        <Glyph name="disabled" /> {t(leftOutKey(left))}
      </span>
    )
  const state = result?.state ?? null
  if (state === null) return null
  const reason = result?.setback?.reason ?? null
  const word = t(`layout.outbox.state.${state}`)
  return (
    <span className="outcome">
      <Glyph name={state} />{" "}
      {reason === null ? word : t("dialog.batch.because", { state: word, reason: t(`common.error.${reason}`) })}
    </span>
  )
}

/** Each device of a batch: what becomes of it, or why it is left out. */
export const BatchResults = ({
  devices,
  started,
  reasons,
}: {
  readonly devices: readonly NamedDevice[]
  readonly started: {
    readonly batch: BatchKind
    readonly since: number
    readonly left: ReadonlyMap<string, Refused>
  } | null
  readonly reasons: ReadonlyMap<string, Refused | null>
}) => {
  const { t } = useTranslation()
  const tab = useTab()
  const view = useCallback(
    (state: State): readonly BatchResult[] =>
      started === null || tab === undefined
        ? []
        : batchResults(
            state,
            started.batch,
            devices.map(({ did }) => did),
            tab,
            started.since,
          ),
    [started, tab, devices],
  )
  const results = useView(view) ?? []
  return (
    <ul className="previewed" aria-label={t("dialog.batch.devices")}>
      {devices.map(({ did, name }) => (
        <li key={did}>
          <bdi className="grow cut">{name}</bdi>
          <Result
            result={results.find((result) => result.did === did)}
            left={(started === null ? reasons.get(did) : started.left.get(did)) ?? null}
          />
        </li>
      ))}
    </ul>
  )
}
