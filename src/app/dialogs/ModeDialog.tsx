import { useTranslation } from "react-i18next"
import { lanDeviceAt } from "../../domain/views/lan.ts"
import { useViewOf } from "../client/client.ts"
import { useLoadingToast } from "../toasts/useLoadingToast.ts"
import { useToast } from "../toasts/useToast.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { useExpectModes } from "../viewer/askedModes.ts"
import { useDeviceSession } from "../viewer/useDeviceSession.ts"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { useAttempt } from "./useAttempt.ts"

const words = {
  usb: {
    title: "dialog.mode.titleUsb",
    body: "pages.help.tutorials.modeBody",
    submit: "devices.viewer.toUsb",
    done: "dialog.mode.doneUsb",
  },
  hid: {
    title: "dialog.mode.titleHid",
    body: "dialog.mode.hidBody",
    submit: "devices.viewer.toHid",
    done: "dialog.mode.doneHid",
  },
} as const

/** The device's name for people. The device in the viewer may not be on this network. */
const useName = (id: string): string => {
  const viewed = useDeviceSession()?.device
  const near = useViewOf(lanDeviceAt, id)
  return (viewed?.id === id ? viewed.name : near?.name) ?? ""
}

/** MODE-1, MODE-2: open until the device reports the mode. If the person leaves earlier, a toast shows the outcome. */
const ModeDialog = ({ subject: id, isOpen, onClose, mode }: DialogProps & { readonly mode: "hid" | "usb" }) => {
  const { t } = useTranslation()
  const name = useName(id)
  const toast = useToast()
  const { expect, expectNone } = useExpectModes()
  const { title, body, submit, done } = words[mode]
  const tell = () => {
    toast({ kind: "success", message: done, params: { name } })
    onClose()
  }
  const { begin, end } = useLoadingToast()
  const { attempt, isPending, why } = useAttempt(tell, () => {
    end()
    expectNone(id)
  })
  const leave = () => {
    if (isPending) begin("dialog.mode.waiting")
    onClose()
  }
  const ask = () => {
    expect(id, mode)
    attempt({ type: "SwitchMode", id, mode })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t(title, { name })}
      actions={
        <Acts onCancel={leave} isPending={isPending} onPress={ask}>
          {t(submit)}
        </Acts>
      }
    >
      <p>{t(body)}</p>
      <p className="small muted" role="status">
        {isPending && t("dialog.mode.waiting")}
      </p>
      <InlineError text={why} />
    </Dialog>
  )
}

export const UsbModeDialog = (props: DialogProps) => <ModeDialog {...props} mode="usb" />
export const HidModeDialog = (props: DialogProps) => <ModeDialog {...props} mode="hid" />
