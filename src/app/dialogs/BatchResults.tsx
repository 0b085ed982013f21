import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { type BatchResult, batchResult, type NamedDevice } from "../../domain/views/batch.ts"
import { useView } from "../client/client.ts"
import type { Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Glyph } from "../ui/Glyph.tsx"

/** Why a device is left out of a batch: it is refused, or there is nothing to do. */
export type LeftOut = Refused | "assigned"

const leftOutKey = (reason: LeftOut) => {
  if (reason === "assigned") return "dialog.batch.alreadyAssigned"
  return reason === "noBoundMac" ? "dialog.batch.noBound" : refusedKey(reason)
}

const Result = ({ result, left }: { readonly result: BatchResult | undefined; readonly left: LeftOut | null }) => {
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

/** The action of each device, once it is queued; null before the batch has begun. */
type Actions = ReadonlyMap<string, string> | null

const useResults = (devices: readonly NamedDevice[], actions: Actions): readonly BatchResult[] =>
  useView(
    useCallback(
      (state: State) =>
        actions === null ? [] : devices.map(({ did }) => batchResult(state, did, actions.get(did) ?? null)),
      [actions, devices],
    ),
  ) ?? []

/** How many of those asked are through, read out as it grows. */
const Progress = ({ results }: { readonly results: readonly BatchResult[] }) => {
  const { t } = useTranslation()
  const asked = results.filter(({ state }) => state !== null)
  const done = asked.filter(({ isOpen }) => !isOpen).length
  return (
    <p className="muted" role="status">
      {asked.length > 0 && t("dialog.batch.finished", { done, of: asked.length })}
    </p>
  )
}

/** Each device of a batch: what becomes of it, or why it is left out. */
export const BatchResults = ({
  devices,
  actions,
  left,
}: {
  readonly devices: readonly NamedDevice[]
  readonly actions: Actions
  readonly left: ReadonlyMap<string, LeftOut>
}) => {
  const { t } = useTranslation()
  const results = useResults(devices, actions)
  return (
    <>
      {actions !== null && <Progress results={results} />}
      <ul className="previewed" aria-label={t("dialog.batch.devices")}>
        {devices.map(({ did, name }) => (
          <li key={did}>
            <bdi className="grow cut">{name}</bdi>
            <Result result={results.find((result) => result.did === did)} left={left.get(did) ?? null} />
          </li>
        ))}
      </ul>
    </>
  )
}
