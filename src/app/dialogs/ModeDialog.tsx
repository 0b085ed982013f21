import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { reachOf } from "../../domain/features/reach/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { neighbour } from "../../domain/views/lan.ts"
import { useTab, useView } from "../client/client.ts"
import { useToast } from "../toasts/useToast.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { expectMode, expectNoMode } from "../viewer/askedModes.ts"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { Refusal } from "./InlineError.tsx"
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

/** What a person calls the device: the one that is looked at may be no neighbour. */
const useName = (id: string): string => {
  const tab = useTab() ?? ""
  const name = useView(
    useCallback(
      (state: State) => {
        const viewed = reachOf(state.reach, tab).device
        return viewed?.id === id ? viewed.name : neighbour(state, id)?.name
      },
      [id, tab],
    ),
  )
  return name ?? ""
}

/** MODE-1, MODE-2: it is open until the device reports the mode; left earlier, the outcome is told in a toast all the same. */
const ModeDialog = ({ subject: id, isOpen, onClose, mode }: DialogProps & { readonly mode: "hid" | "usb" }) => {
  const { t } = useTranslation()
  const name = useName(id)
  const toast = useToast()
  const { title, body, submit, done } = words[mode]
  const tell = () => {
    toast({ kind: "success", message: done, params: { name } })
    onClose()
  }
  const { attempt, isPending, refused } = useAttempt(tell, () => expectNoMode(id))
  const ask = () => {
    expectMode(id, mode)
    attempt([{ type: "SwitchMode", id, mode }])
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(title, { name })}
      actions={
        <Acts onCancel={onClose} isPending={isPending} onPress={ask}>
          {t(submit)}
        </Acts>
      }
    >
      <p>{t(body)}</p>
      <p className="small muted" role="status">
        {isPending && t("dialog.mode.waiting")}
      </p>
      <Refusal reason={refused} />
    </Dialog>
  )
}

export const UsbModeDialog = (props: DialogProps) => <ModeDialog {...props} mode="usb" />
export const HidModeDialog = (props: DialogProps) => <ModeDialog {...props} mode="hid" />
