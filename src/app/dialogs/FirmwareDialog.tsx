import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { type FirmwareView, firmwareView, isBuildOpen } from "../../domain/views/firmware.ts"
import { useSend, useViewOf } from "../client/client.ts"
import { firmwareFailure } from "../i18n/firmwareFailure.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { firmwareReason } from "../toasts/firmwareReasons.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { ForwardIcon } from "../ui/icons.ts"
import { Marked } from "../ui/Marked.tsx"
import { Mono } from "../ui/Mono.tsx"
import { Name } from "../ui/Name.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { KeptImage } from "./firmware/KeptImage.tsx"
import { Stages } from "./firmware/Stages.tsx"
import { useAttempt } from "./useAttempt.ts"

type Shown = { readonly view: FirmwareView }

const Build = ({ build }: { readonly build: number | null }) => {
  const { t } = useTranslation()
  return <dd>{build === null ? t("dialog.firmware.unknown") : <Mono>{build}</Mono>}</dd>
}

/** The present build and the next one; after the update, the earlier build and the present one. */
const Versions = ({ view: { from, to, stage, isConfirmed } }: Shown) => {
  const { t } = useTranslation()
  const isOver = stage === "completed"
  return (
    <dl className="vers">
      <div>
        <dt>{t(isOver ? "dialog.firmware.was" : "dialog.firmware.onDevice")}</dt>
        <Build build={from} />
      </div>
      <Icon of={ForwardIcon} flip />
      <div>
        <dt>{t(isOver && isConfirmed === true ? "dialog.firmware.now" : "dialog.firmware.newVersion")}</dt>
        <Build build={to} />
      </div>
    </dl>
  )
}

/** The state before the update begins: the coming steps, or why it cannot begin. */
const Initial = ({ view }: Shown) => {
  const { t } = useTranslation()
  const { hindrance, latestUnread } = view
  if (hindrance === null)
    return (
      <>
        <p>{t("dialog.firmware.body")}</p>
        <KeptImage image={view.image} />
      </>
    )
  return (
    <p className="verdict" role="status">
      <Glyph name={hindrance === "upToDate" ? "confirmed" : "info"} large />
      <span>{firmwareReason(t, hindrance, latestUnread)}</span>
    </p>
  )
}

const Running = ({ view: { stage, percent, isAwaited } }: Shown) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (stage === "initial" || stage === "completed" || stage === "error") return null
  return (
    <div className="big">
      <p className="pct num" aria-hidden="true">
        {format.number(percent)}
        <span>%</span>
      </p>
      <div role="status">
        <p className="what">{t(`dialog.firmware.word.${stage}`)}</p>
        <p className="muted small">{t(isAwaited ? "dialog.firmware.awaited" : `dialog.firmware.hint.${stage}`)}</p>
      </div>
    </div>
  )
}

const Completed = ({ view: { isConfirmed, reported } }: Shown) => {
  const { t } = useTranslation()
  const isDoubted = isConfirmed === false
  return (
    <p className="verdict" role="status">
      <Glyph name={isDoubted ? "unconfirmed" : "confirmed"} large />
      <span>
        {isConfirmed === null && <Marked text={t("dialog.firmware.done.waiting")} />}
        {isConfirmed === true && <Marked text={t("dialog.firmware.done.confirmed")} />}
        {isDoubted && t("dialog.firmware.done.doubted", { build: reported ?? t("dialog.firmware.unknown") })}
      </span>
    </p>
  )
}

/** The knowledge about the device after an update that broke off, and the effect of a second attempt. */
const statusAfter = ({ brokeAt, failure, hindrance }: FirmwareView) => {
  if (hindrance === "upToDate") return "since"
  if (isBuildOpen({ brokeAt, failure })) return "open"
  // An image that is not the announced one is not kept, so a second attempt starts from the beginning.
  if (failure === "wrongHash") return "again"
  return hindrance === "notOnNetwork" ? "away" : hindrance === "noBridge" ? "noBridge" : "here"
}

const Broken = ({ view }: Shown) => {
  const { t } = useTranslation()
  const at = view.brokeAt ?? "checking"
  const reason = firmwareFailure(t, view)
  return (
    <p className="verdict" role="alert">
      <Glyph name="refused" large />
      <span>
        <b>{t(`dialog.firmware.broke.${at}`)}</b>
        <br />
        {t(`dialog.firmware.failed.${statusAfter(view)}`, { reason })}
      </span>
    </p>
  )
}

/** Closing dismisses a result that the person has seen, so that the dialog opens without it the next time. */
const useClosing = ({ device, stage }: FirmwareView, onClose: () => void) => {
  const send = useSend()
  return () => {
    if (stage === "completed" || stage === "error") send({ type: "DismissFirmwareUpdate", device })
    onClose()
  }
}

/** FW-3, FW-4: updates one device from its build to the latest one. */
export const FirmwareDialog = ({ subject: device, isOpen, onClose }: DialogProps) => {
  const view = useViewOf(firmwareView, device)
  return view === undefined ? null : <Opened view={view} isOpen={isOpen} onClose={onClose} />
}

/** The name and the address of the device. A device that restarts is away for a while and keeps the last ones. */
const useLastName = ({ name, address }: FirmwareView) => {
  const last = useRef({ name: "", address: "" })
  if (name !== null) last.current = { name, address }
  return last.current
}

const Opened = ({ view, isOpen, onClose }: Shown & Pick<DialogProps, "isOpen" | "onClose">) => {
  const { t } = useTranslation()
  const send = useSend()
  const { attempt, isPending, why } = useAttempt(() => {})
  const close = useClosing(view, onClose)
  const { device, stage, hindrance, mayClose, mayTryAgain } = view
  const { name, address } = useLastName(view)
  const start = () => attempt({ type: "StartFirmwareUpdate", device })
  useEffect(() => send({ type: "CheckFirmware" }), [send])
  const isInitial = stage === "initial"
  const mayStart = isInitial && hindrance === null
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      wide
      canClose={mayClose}
      title={t("common.action.updateFirmware")}
      {...(mayClose ? {} : { aside: t("dialog.firmware.stays") })}
      actions={
        mayClose && (
          <>
            <Button onPress={close}>{t(mayStart ? "common.action.cancel" : "common.action.close")}</Button>
            {(mayStart || mayTryAgain) && (
              <Button variant="primary" isPending={isPending} onPress={start}>
                {t(mayStart ? "common.action.updateFirmware" : "common.action.tryAgain")}
              </Button>
            )}
            {isInitial && hindrance === "latestUnknown" && (
              <Button variant="primary" onPress={() => send({ type: "CheckFirmware" })}>
                {t("common.action.tryAgain")}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="muted">
        <Name of={name} />
        {address !== "" && (
          <>
            {" "}
            <Mono>{address}</Mono>
          </>
        )}
      </p>
      <Versions view={view} />
      {isInitial ? <Initial view={view} /> : <Running view={view} />}
      {!isInitial && <Stages stage={stage} brokeAt={view.brokeAt} percent={view.percent} />}
      {stage === "completed" && <Completed view={view} />}
      {stage === "error" && <Broken view={view} />}
      <InlineError text={why} />
    </Dialog>
  )
}
