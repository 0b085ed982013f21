import type { DeviceCard } from "../../../domain/views/devices.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { LightIcon } from "../../ui/LightIcon.tsx"

/** By what it can be reached. */
export const Ways = ({
  card: { lan, kind },
  as,
}: {
  readonly card: Pick<DeviceCard, "lan" | "kind">
  /** In a row of the table, or on the page of the device. */
  readonly as: "t-ways" | "reach"
}) => {
  const { word } = useCardWords()
  const near = lan !== null && (lan.known === "now" || kind === "near") ? lan.kind : null
  const words = [...(near === null ? [] : [near]), ...(kind === "bound" ? ["cloud" as const] : [])].map((way) =>
    word(`devices.card.kind.${way}`),
  )
  return (
    <span className={as} title={words.join(" ")}>
      {near !== null && (
        <>
          <LightIcon of={near} />
          <span>{word(`devices.card.kind.${near}`)}</span>
        </>
      )}
      {kind === "bound" && (
        <>
          <LightIcon of="cloud" />
          <span>{word("devices.card.kind.cloud")}</span>
        </>
      )}
    </span>
  )
}
