import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useClient } from "../client/provider.ts"
import { useStore } from "../client/store.ts"
import { useRecorded } from "../client/useRecorded.ts"
import { usePage } from "../focus/usePage.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useChoice } from "../lists/useChoice.ts"
import type { OpenedLog } from "../log/openedLog.ts"
import { unreadLog, useFileLog, useLogVersion, useOwnLog } from "../log/useOpenedLog.ts"
import { type OpenedFile, useOpenFile } from "../log/useOpenFile.ts"
import { useBackCloses } from "../ui/BackCloses.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { BackIcon, FlagIcon, ImportIcon, OutboxIcon } from "../ui/icons.ts"
import { Name } from "../ui/Name.tsx"
import { useChooseFile } from "../ui/useChooseFile.tsx"
import { FilesPanel, LOG_FILES } from "./log/FilesPanel.tsx"
import { LogView } from "./log/LogView.tsx"
import { OpeningDialog } from "./log/OpeningDialog.tsx"
import { addressOf, choiceFrom, NO_LIMIT } from "./log/query.ts"

const useFilesPanel = (): boolean => useStore(useClient().filesPanel)

const useShowFiles = (): ((isOpen: boolean) => void) => useClient().filesPanel.set

const DAY_MS = 86_400_000

const Extent = ({ opened }: { readonly opened: OpenedLog }) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  useLogVersion(opened)
  const { index } = opened
  const count = Math.max(0, opened.last - index.first + 1)
  const span = Math.max(0, index.timeOf(index.last) - index.timeOf(index.first))
  const whole = span > DAY_MS ? Math.round(span / DAY_MS) * DAY_MS : span
  return <p className="sub num">{t("pages.log.extent", { n: count, duration: duration(whole) })}</p>
}

type Choosing = Pick<Parameters<typeof LogView>[0], "choice" | "choose">

/** The own log, and the panel that saves it as files. */
const Own = ({ choosing, onFile }: { readonly choosing: Choosing; readonly onFile: (file: File) => void }) => {
  const { t } = useTranslation()
  const opened = useOwnLog()
  const isOpen = useFilesPanel()
  const showFiles = useShowFiles()
  useRecorded(isOpen ? "logFiles" : null)
  const { field, choose: chooseFile } = useChooseFile(LOG_FILES, onFile)
  return (
    <>
      <header className="logv-head">
        <Link className="icon" to="/settings" aria-label={t("pages.log.toSettings")} title={t("pages.log.toSettings")}>
          <Icon of={BackIcon} flip />
        </Link>
        <h1>{t("pages.log.title")}</h1>
        {opened === null ? <span className="sub" /> : <Extent opened={opened} />}
        {field}
        <Button icon={ImportIcon} aria-label={t("common.action.import")} onPress={chooseFile}>
          <span className="word-on-wide">{t("common.action.import")}</span>
        </Button>
        <Button icon={OutboxIcon} aria-label={t("common.action.export")} onPress={() => showFiles(true)}>
          <span className="word-on-wide">{t("common.action.export")}</span>
        </Button>
        <Button variant="primary" icon={FlagIcon} aria-label={t("pages.log.report")} onPress={() => showFiles(true)}>
          <span className="word-on-wide">{t("pages.log.report")}</span>
        </Button>
      </header>
      {opened !== null && <LogView opened={opened} {...choosing} beside={t("pages.log.nowBody")} />}
      <FilesPanel opened={opened ?? unreadLog} isOpen={isOpen} onClose={() => showFiles(false)} onFile={onFile} />
    </>
  )
}

/** A log from a file beside the own log, which goes on working. */
const FromFile = ({
  file,
  choosing,
  onClose,
}: {
  readonly file: OpenedFile
  readonly choosing: Choosing
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const opened = useFileLog(file.source)
  useBackCloses(true, onClose)
  return (
    <>
      <header className="logv-head">
        <h1>
          <Name of={file.name} />
        </h1>
        {opened === null ? <span className="sub" /> : <Extent opened={opened} />}
        <Button variant="primary" onPress={onClose}>
          {t("pages.log.file.close")}
        </Button>
      </header>
      {opened !== null && <LogView opened={opened} {...choosing} beside={t("pages.log.file.openBody")} />}
    </>
  )
}

/**
 * SETTINGS-4, EVENT-6, REPLAY-2: the recorded events, one by one, and the screens as they were. A log file can take
 * their place.
 */
export const EventLog = () => {
  const { t } = useTranslation()
  const choosing = useChoice(choiceFrom, addressOf)
  const { choose } = choosing
  const { opening, file, open, show, dismiss, close } = useOpenFile()
  const showFiles = useShowFiles()
  useRecorded(opening.phase === "none" ? null : "logFile")
  usePage(t("pages.log.title"))
  const begin = (chosen: File) => {
    choose({ ...NO_LIMIT, at: null })
    open(chosen)
  }
  return (
    <div className="logv">
      {file === null ? (
        <Own choosing={choosing} onFile={begin} />
      ) : (
        <FromFile
          file={file}
          choosing={choosing}
          onClose={() => {
            choose({ ...NO_LIMIT, at: null })
            close()
            /* The panel in which the file was chosen went with the own log. */
            showFiles(false)
          }}
        />
      )}
      <OpeningDialog opening={opening} onDismiss={dismiss} onSound={show} />
    </div>
  )
}
