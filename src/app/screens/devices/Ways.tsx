import type { DeviceCard } from "../../../domain/views/devices.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { LightIcon } from "../../ui/LightIcon.tsx"

/** By what it can be reached. */
export const Ways = ({
  card: { lan },
  as,
}: {
  readonly card: Pick<DeviceCard, "lan">
  /** In a row of the table, or on the page of the device. */
  readonly as: "t-ways" | "reach"
}) => {
  const { word } = useCardWords()
  const near = lan?.known === "now" ? lan.kind : null
  const words = [...(near === null ? [] : [near]), "cloud" as const].map((way) => word(`devices.card.kind.${way}`))
  return (
    <span className={as} title={words.join(" ")}>
      {near !== null && (
        <>
          <LightIcon of={near} />
          <span>{word(`devices.card.kind.${near}`)}</span>
        </>
      )}
      <LightIcon of="cloud" />
      <span>{word("devices.card.kind.cloud")}</span>
    </span>
  )
}
