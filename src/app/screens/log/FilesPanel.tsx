import { type DragEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { WHOLE_LOG } from "../../log/logFile.ts"
import type { LogIndex } from "../../log/logIndex.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useMakeFile } from "../../log/useMakeFile.ts"
import { useLogVersion } from "../../log/useOpenedLog.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { ImportIcon } from "../../ui/icons.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { useChooseFile } from "../../ui/useChooseFile.tsx"
import { Progress } from "./Progress.tsx"
import { REPORT, Report } from "./Report.tsx"

const ENDINGS = { plain: ".ndjson", gzip: ".gz" } as const
type Ending = keyof typeof ENDINGS

/** The file name endings of a log. */
export const LOG_FILES = ".ndjson,.gz,.json"

const Drop = ({ onFile }: { readonly onFile: (file: File) => void }) => {
  const { t } = useTranslation()
  const { field, choose } = useChooseFile(LOG_FILES, onFile)
  // WebKitGTK passes no dropped file to any page (CVE-2025-13947).
  const [isMissed, setMissed] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    setMissed(file === undefined)
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
      <p className={isMissed ? "small" : "small faint"} role="status">
        {t(isMissed ? "pages.log.file.noneDropped" : "pages.log.file.openBody")}
      </p>
    </section>
  )
}

/** The whole log as a file. */
const Whole = ({
  index,
  file,
  personal,
  ending,
  setEnding,
}: {
  readonly index: LogIndex
  readonly file: ReturnType<typeof useMakeFile>
  readonly personal: boolean
  readonly ending: Ending
  readonly setEnding: (ending: Ending) => void
}) => {
  const { t } = useTranslation()
  return (
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
          isDisabled={index.last < index.first}
          isPending={file.making.phase === "making"}
          onPress={() => file.make({ from: index.first, personal, gzip: ending === "gzip", name: WHOLE_LOG })}
        >
          {t("common.action.export")}
        </Button>
      </div>
      <Progress making={file.making} cancel={file.cancel} />
    </section>
  )
}

const Terminal = () => {
  const { t } = useTranslation()
  return (
    <section className="blk">
      <h3>{t("pages.log.file.terminal")}</h3>
      <pre className="payload" dir="ltr">
        <bdi>{`npm run replay -- ${REPORT}.ndjson.gz\nnpm run replay -- ${REPORT}.ndjson.gz --to-test`}</bdi>
      </pre>
    </section>
  )
}

/** All imports and exports of files: a report, the log, a file to look at, and the terminal. */
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
  // This state outlives the panel, which a person may close while a file is made.
  const [personal, setPersonal] = useState(false)
  const [ending, setEnding] = useState<Ending>("gzip")
  const report = useMakeFile(opened)
  const whole = useMakeFile(opened)
  // The panel may be open before the log is read.
  useLogVersion(opened)
  const { index } = opened
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      wide
      title={t("pages.log.report")}
      actions={<Button onPress={onClose}>{t("common.action.close")}</Button>}
    >
      <Report index={index} file={report} personal={personal} setPersonal={setPersonal} />
      <Whole index={index} file={whole} personal={personal} ending={ending} setEnding={setEnding} />
      <section className="blk">
        <h3>{t("pages.log.file.open")}</h3>
        <Drop onFile={onFile} />
      </section>
      <Terminal />
    </Dialog>
  )
}
