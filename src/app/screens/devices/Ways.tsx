import type { DeviceCard } from "../../../domain/views/devices.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { LightIcon } from "../../ui/LightIcon.tsx"

/** The connections of a device. */
export const Ways = ({
  card: { lan, kind },
  as,
}: {
  readonly card: Pick<DeviceCard, "lan" | "kind">
  /** The class: in a row of the table, or on the device page. */
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
