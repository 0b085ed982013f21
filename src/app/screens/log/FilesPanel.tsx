import { type DragEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { type Making, useMakeFile } from "../../log/useMakeFile.ts"
import { useLogVersion } from "../../log/useOpenedLog.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { ImportIcon, OutboxIcon } from "../../ui/icons.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { Switch } from "../../ui/Switch.tsx"
import { Ticks } from "../../ui/Ticks.tsx"
import { useChooseFile } from "../../ui/useChooseFile.tsx"
import { spanMs } from "./query.ts"

const REPORT = "sightline-report"
const LOG = "sightline-log"
const ENDINGS = { plain: ".ndjson", gzip: ".gz" } as const

/** What a log may be called. */
export const LOG_FILES = ".ndjson,.gz,.json"

const Progress = ({ making, cancel }: { readonly making: Making; readonly cancel: () => void }) => {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  switch (making.phase) {
    case "idle":
      return null
    case "making":
      return (
        <>
          <Ticks percent={making.share * 100} label={t("pages.log.file.making")} low />
          <Button variant="word" onPress={cancel}>
            {t("common.action.cancel")}
          </Button>
        </>
      )
    case "made":
      return (
        <p role="status" className="small">
          {t("pages.log.file.made", { name: making.name, size: bytes(making.size) })}
        </p>
      )
    case "failed":
      return <InlineNote glyph="warning" title={t("pages.log.file.failed")} />
  }
}

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
        {t("pages.log.file.holdsDeeds")}
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

const Drop = ({ onFile }: { readonly onFile: (file: File) => void }) => {
  const { t } = useTranslation()
  const { field, choose } = useChooseFile(LOG_FILES, onFile)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  return (
    <section
      className="drop"
      aria-label={t("pages.log.file.drop")}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {field}
      <p>{t("pages.log.file.drop")}</p>
      <Button icon={ImportIcon} onPress={choose}>
        {t("pages.log.file.choose")}
      </Button>
      <p className="small faint">{t("pages.log.file.openBody")}</p>
    </section>
  )
}

/** One place for all that leaves and enters as a file: a report, the log, a file to look at, and the terminal. */
export const FilesPanel = ({
  opened,
  isOpen,
  onClose,
  onFile,
}: {
  readonly opened: OpenedLog
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onFile: (file: File) => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [personal, setPersonal] = useState(false)
  const [ending, setEnding] = useState<"plain" | "gzip">("gzip")
  // The panel may be open before the log was read.
  useLogVersion(opened)
  const report = useMakeFile(opened)
  const whole = useMakeFile(opened)
  const { index } = opened
  const end = index.timeOf(index.last)
  const from = Math.min(
    index.last,
    index.seqAt(end - spanMs.hour - 1) + (index.timeOf(index.first) < end - spanMs.hour ? 1 : 0),
  )
  const isEmpty = index.last < index.first
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      wide
      title={t("pages.log.report")}
      actions={<Button onPress={onClose}>{t("common.action.close")}</Button>}
    >
      <section className="blk">
        <p>{t("pages.log.file.reportBody")}</p>
        <dl className="kv">
          <div>
            <dt>{t("pages.log.filter.time")}</dt>
            <dd className="num">
              {format.clock(index.timeOf(from))} – {format.clock(end)}
            </dd>
          </div>
          <div>
            <dt>{t("pages.log.events")}</dt>
            <dd className="num">{format.number(Math.max(0, index.last - from + 1))}</dd>
          </div>
        </dl>
        <Holds />
        <Personal isOn={personal} onChange={setPersonal} />
        <Button
          variant="primary"
          wide
          icon={OutboxIcon}
          isDisabled={isEmpty}
          isPending={report.making.phase === "making"}
          onPress={() => report.make({ from, personal, gzip: true, name: REPORT })}
        >
          {t("pages.log.file.make")}
        </Button>
        <Progress making={report.making} cancel={report.cancel} />
      </section>
      <section className="blk">
        <h3>{t("pages.settings.export")}</h3>
        <div className="exrow">
          <SegmentedRadio
            label={t("pages.log.file.format")}
            labelHidden
            value={ending}
            onChange={setEnding}
            options={[
              { value: "plain", label: <bdi>{ENDINGS.plain}</bdi> },
              { value: "gzip", label: <bdi>{ENDINGS.gzip}</bdi> },
            ]}
          />
          <Button
            isDisabled={isEmpty}
            isPending={whole.making.phase === "making"}
            onPress={() => whole.make({ from: index.first, personal, gzip: ending === "gzip", name: LOG })}
          >
            {t("common.action.export")}
          </Button>
        </div>
        <Progress making={whole.making} cancel={whole.cancel} />
      </section>
      <section className="blk">
        <h3>{t("pages.log.file.open")}</h3>
        <Drop onFile={onFile} />
      </section>
      <section className="blk">
        <h3>{t("pages.log.file.terminal")}</h3>
        <pre className="payload" dir="ltr">
          <bdi>{`npm run replay -- ${REPORT}.ndjson.gz\nnpm run replay -- ${REPORT}.ndjson.gz --to-test`}</bdi>
        </pre>
      </section>
    </Dialog>
  )
}
