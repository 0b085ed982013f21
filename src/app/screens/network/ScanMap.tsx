import { memo, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { type MappedDevice, makeScanMap, type NetworkMap, SIDE } from "../../../domain/views/scanMap.ts"
import { useTab, useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Mono } from "../../ui/Mono.tsx"
import { cellPaths, LARGE, SMALL } from "./mapCells.ts"

const rows = Array.from({ length: SIDE }, (_, row) => row * SIDE)
const nameOf = ({ prefix }: NetworkMap): string => `${prefix}.*`

const Cells = memo(({ network, size }: { readonly network: NetworkMap; readonly size: typeof LARGE }) => {
  const paths = useMemo(() => cellPaths(network.cells, size), [network.cells, size])
  const side = SIDE * size.cell
  return (
    <svg className="cells" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <path className="ground" d={paths.ground} />
      <path className="now" d={paths.now} />
      <path className="open" d={paths.open} />
      <path className="silent" d={paths.silent} />
      <path className="asking" d={paths.asking} />
      <path className="earlier" d={paths.earlier} />
      <path className="answered" d={paths.answered} />
    </svg>
  )
})

/** The name of the device in a cell, as a tooltip. The list beside the map has the same names. */
const Named = ({ device, prefix }: { readonly device: MappedDevice; readonly prefix: string }) => {
  const { t } = useTranslation()
  const { host, name } = device
  return (
    <span
      className="cell-name"
      style={{ gridColumn: (host % SIDE) + 1, gridRow: Math.floor(host / SIDE) + 1 }}
      title={t("pages.network.map.device", { name, address: `${prefix}.${host}` })}
    />
  )
}

/** A network as 16 × 16 cells; addresses read left to right in every language. */
const Grid = ({ network }: { readonly network: NetworkMap }) => (
  <div className="mgrid" aria-hidden="true">
    <div className="mlabels">
      {rows.map((first) => (
        <span key={first}>.{first}</span>
      ))}
    </div>
    <div className="mcells">
      <Cells network={network} size={LARGE} />
      {[...network.answered, ...network.earlier].map((device) => (
        <Named key={device.id} device={device} prefix={network.prefix} />
      ))}
    </div>
  </div>
)

const legend = ["answered", "asking", "silent", "open", "earlier"] as const

const Legend = () => {
  const { t } = useTranslation()
  return (
    <ul className="mlegend" aria-hidden="true">
      {legend.map((kind) => (
        <li key={kind}>
          <svg className="cells" viewBox={`0 0 ${LARGE.cell} ${LARGE.cell}`} aria-hidden="true">
            <path className={kind} d={cellPaths([kind], LARGE)[kind]} />
          </svg>
          {t(`pages.network.map.${kind}`)}
        </li>
      ))}
    </ul>
  )
}

/** Small maps of all networks. A press shows one large. */
const Others = ({
  networks,
  shown,
  onShow,
}: {
  readonly networks: readonly NetworkMap[]
  readonly shown: NetworkMap
  readonly onShow: (prefix: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className="msmall">
      {networks.map((network) => (
        <button
          key={network.prefix}
          type="button"
          className="msub"
          aria-pressed={network === shown}
          onClick={() => onShow(network.prefix)}
        >
          <Mono>{nameOf(network)}</Mono>
          <Cells network={network} size={SMALL} />
          <span className="s">{t("pages.network.scan.found", { n: network.answered.length })}</span>
        </button>
      ))}
    </div>
  )
}

/** The map as a table, for screen readers. */
const Table = ({ networks }: { readonly networks: readonly NetworkMap[] }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div className="vh">
      <table>
        <caption>{t("pages.network.map.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("pages.network.map.network")}</th>
            <th scope="col">{t("pages.network.map.addresses")}</th>
            <th scope="col">{t("pages.network.map.silent")}</th>
            <th scope="col">{t("pages.network.map.answered")}</th>
            <th scope="col">{t("pages.network.map.earlier")}</th>
          </tr>
        </thead>
        <tbody>
          {networks.map((network) => (
            <tr key={network.prefix}>
              <th scope="row">{nameOf(network)}</th>
              <td>{number(network.hosts)}</td>
              <td>{number(network.asked)}</td>
              <td>{number(network.answered.length)}</td>
              <td>{number(network.earlier.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** PICTURE-4: the map of answering devices. Follows the scan until a person chooses a network. */
export const ScanMap = () => {
  const { t } = useTranslation()
  const tab = useTab() ?? ""
  const view = useView(
    useMemo(() => {
      const make = makeScanMap()
      return (state) => make(state, tab)
    }, [tab]),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  if (view === undefined) return null
  const { networks, more, asking } = view
  const at = (prefix: string | null) => networks.find((network) => network.prefix === prefix)
  const shown = at(chosen) ?? at(asking) ?? networks.find(({ answered }) => answered.length > 0) ?? networks[0]
  if (shown === undefined) return null
  return (
    <>
      <p className="mname">
        <Mono>{nameOf(shown)}</Mono>
        <span className="num">{t("pages.network.scan.found", { n: shown.answered.length })}</span>
      </p>
      <Grid network={shown} />
      <Legend />
      {networks.length > 1 && <Others networks={networks} shown={shown} onShow={setChosen} />}
      {more > 0 && <p className="small muted num">{t("pages.network.map.more", { n: more })}</p>}
      <Table networks={networks} />
    </>
  )
}
