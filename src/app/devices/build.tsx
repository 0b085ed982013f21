import type { LanDeviceView } from "../../domain/views/lan.ts"
import { Mono } from "../ui/Mono.tsx"
import { useCardWords } from "./cardWords.ts"
import { FirmwareSign, NewBuild } from "./FirmwareSign.tsx"

/** The build of a device; null while it is unknown. A device without firmware has none, and no text mentions it. */
interface Firmware {
  readonly build: number | null
  readonly hasFirmware: boolean
}

/** The build of a device on its card, in any list. */
export const CardBuild = ({ of: { build, hasFirmware } }: { readonly of: Firmware }) => {
  const { t } = useCardWords()
  if (!hasFirmware) return null
  if (build === null) return <span className="faint">{t("devices.card.firmwareUnknown")}</span>
  return (
    <>
      <Mono aria-hidden="true" title={String(build)}>
        {build}
      </Mono>
      <span className="vh">{t("devices.card.firmware", { build })}</span>
    </>
  )
}

/** The build in a cell of the table, with the way to a newer one. */
export const BuildCell = ({
  build,
  hasFirmware,
  newBuild = null,
  askable,
  name,
  isStop,
}: Firmware & {
  readonly newBuild?: number | null
  /** The LAN device that can answer requests over this network. */
  readonly askable: LanDeviceView | null
  readonly name: string
  readonly isStop: boolean
}) => {
  const { t } = useCardWords()
  if (!hasFirmware) return null
  return (
    <span className="t-build">
      {build === null ? <span className="faint">{t("common.state.unknown")}</span> : <Mono>{build}</Mono>}
      {askable !== null && <FirmwareSign of={askable} name={name} isStop={isStop} />}
      {askable === null && newBuild !== null && <NewBuild build={newBuild} />}
    </span>
  )
}
