import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import type { FileLog, FileOpening } from "../../log/useOpenFile.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Ticks } from "../../ui/Ticks.tsx"

interface OpeningProps {
  readonly opening: FileOpening
  readonly onDismiss: () => void
  readonly onSound: (name: string, log: FileLog) => void
}

type Broken = Extract<FileOpening, { phase: "broken" }>

const BrokenFile = ({ found }: Pick<Broken, "found">) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <p>{t(`pages.log.file.fault.${found.fault}`)}</p>
      <p>{t("pages.log.file.brokenBody")}</p>
      {found.fault !== "foreign" && (
        <ol className="lines-err" dir="ltr">
          {found.near.map(({ line, text }) => (
            <li key={line} className={line === found.line ? "bad" : undefined}>
              <span className="num">{number(line)}</span>
              <code title={text}>
                <bdi>{text}</bdi>
              </code>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Shown during the reading of a file, and for its faults. */
export const OpeningDialog = ({ opening, onDismiss, onSound }: OpeningProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (opening.phase === "none") return null
  if (opening.phase === "reading")
    return (
      <Dialog
        isOpen
        onClose={onDismiss}
        title={t("pages.log.file.reading", { name: opening.name })}
        actions={<Button onPress={onDismiss}>{t("common.action.cancel")}</Button>}
      >
        <Ticks percent={opening.share * 100} label={t("pages.log.file.reading", { name: opening.name })} />
      </Dialog>
    )
  if (opening.phase === "failed")
    return (
      <Dialog
        isOpen
        alert
        onClose={onDismiss}
        title={t("pages.log.file.unreadable", { name: opening.name })}
        actions={<Button onPress={onDismiss}>{t("common.action.close")}</Button>}
      >
        <p>{t("pages.log.file.untouched")}</p>
      </Dialog>
    )
  const { name, found } = opening
  const { sound } = found
  return (
    <Dialog
      isOpen
      alert
      wide
      onClose={onDismiss}
      title={
        found.fault === "foreign"
          ? t("pages.log.file.unreadable", { name })
          : t("pages.log.file.broken", { line: number(found.line) })
      }
      actions={
        <>
          <Button onPress={onDismiss}>{t("common.action.close")}</Button>
          {sound !== null && (
            <Button variant="primary" onPress={() => onSound(name, sound)}>
              {t("pages.log.file.openSound", { n: sound.last })}
            </Button>
          )}
        </>
      }
    >
      <BrokenFile found={found} />
    </Dialog>
  )
}
