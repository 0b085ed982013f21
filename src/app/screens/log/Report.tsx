import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import type { LogIndex } from "../../log/logIndex.ts"
import type { useMakeFile } from "../../log/useMakeFile.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { OutboxIcon } from "../../ui/icons.ts"
import { Switch } from "../../ui/Switch.tsx"
import { Progress } from "./Progress.tsx"
import { spanMs } from "./query.ts"

/** The file name of a report, without its ending. */
export const REPORT = "sightline-report"

const Personal = ({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (on: boolean) => void }) => {
  const { t } = useTranslation()
  return (
    <div className="personal">
      <Switch label={t("pages.log.file.personal")} isSelected={isOn} onChange={onChange} describedBy="personal-body" />
      <div>
        <b>{t("pages.log.file.personal")}</b>
        <p className="small faint" id="personal-body">
          {t(isOn ? "pages.log.file.personalOn" : "pages.log.file.personalOff")}
        </p>
      </div>
    </div>
  )
}

const Holds = () => {
  const { t } = useTranslation()
  return (
    <ul className="holds">
      <li>
        <Glyph name="confirmed" />
        {t("pages.log.file.holdsActions")}
      </li>
      <li>
        <Glyph name="confirmed" />
        {t("pages.log.file.holdsScreens")}
      </li>
      <li>
        <Glyph name="disabled" />
        {t("pages.log.file.holdsNoSecrets")}
      </li>
    </ul>
  )
}

/** The first event of the last hour of a log. */
const lastHourOf = (index: LogIndex): number => {
  const since = index.timeOf(index.last) - spanMs.hour
  // In a longer log `seqAt` finds the last event before that hour.
  const isLonger = index.timeOf(index.first) < since
  return Math.min(index.last, index.seqAt(since - 1) + (isLonger ? 1 : 0))
}

/** The extent of a report: from an event up to the last one. */
const Extent = ({ index, from }: { readonly index: LogIndex; readonly from: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <dl className="kv">
      <div>
        <dt>{t("pages.log.filter.time")}</dt>
        <dd className="num">
          {format.clock(index.timeOf(from))} – {format.clock(index.timeOf(index.last))}
        </dd>
      </div>
      <div>
        <dt>{t("pages.log.events")}</dt>
        <dd className="num">{format.number(Math.max(0, index.last - from + 1))}</dd>
      </div>
    </dl>
  )
}

/** The last hour of the log as a file, for support. */
export const Report = ({
  index,
  file,
  personal,
  setPersonal,
}: {
  readonly index: LogIndex
  readonly file: ReturnType<typeof useMakeFile>
  readonly personal: boolean
  readonly setPersonal: (personal: boolean) => void
}) => {
  const { t } = useTranslation()
  const from = lastHourOf(index)
  return (
    <section className="blk">
      <p>{t("pages.log.file.reportBody")}</p>
      <Extent index={index} from={from} />
      <Holds />
      <Personal isOn={personal} onChange={setPersonal} />
      <Button
        variant="primary"
        wide
        icon={OutboxIcon}
        isDisabled={index.last < index.first}
        isPending={file.making.phase === "making"}
        onPress={() => file.make({ from, personal, gzip: true, name: REPORT })}
      >
        {t("pages.log.file.make")}
      </Button>
      <Progress making={file.making} cancel={file.cancel} />
    </section>
  )
}
