import { useEffect, useId, useRef } from "react"
import { Button as Key } from "react-aria-components/Button"
import { Switch } from "react-aria-components/Switch"
import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { ClipboardIcon, DownloadIcon, OutboxIcon } from "../../ui/icons.ts"
import { BarMenu } from "./BarPopover.tsx"
import { PasteBox } from "./PasteBox.tsx"
import type { ViewerClipboard } from "./useClipboard.ts"

/** Forgets the outcome once the menu that showed it closes. */
const Outcome = ({ clipboard: { outcome, forget } }: { readonly clipboard: ViewerClipboard }) => {
  const { t } = useTranslation()
  useEffect(() => forget, [forget])
  return (
    <p className="outcome" role="status">
      {outcome !== null && t(`devices.viewer.clipboard.${outcome}`)}
    </p>
  )
}

/** The clipboards of both computers. A press sends one to the other. */
export const ClipboardMenu = ({
  clipboard,
  isDisabled,
  canSend,
}: {
  readonly clipboard: ViewerClipboard
  readonly isDisabled: boolean
  /** True when the device accepts text. */
  readonly canSend: boolean
}) => {
  const { t } = useTranslation()
  const { ofDevice, isShared, outcome } = clipboard
  const send = useRef<HTMLButtonElement>(null)
  const means = useId()
  return (
    <BarMenu icon={ClipboardIcon} label={t("devices.viewer.clipboard.title")} className="cmenu" isDisabled={isDisabled}>
      {() => (
        <>
          <Key className="mi" ref={send} isDisabled={!canSend} onPress={clipboard.send}>
            <Icon of={OutboxIcon} small />
            {t("devices.viewer.clipboard.send")}
          </Key>
          <Key className="mi" isDisabled={ofDevice === null} onPress={clipboard.take}>
            <Icon of={DownloadIcon} small />
            {t("devices.viewer.clipboard.take")}
            <span className="end">
              {ofDevice === null
                ? t("devices.viewer.clipboard.nothing")
                : t("devices.viewer.clipboard.characters", { characters: [...ofDevice].length })}
            </span>
          </Key>
          <hr />
          <Switch className="mi" isSelected={isShared} onChange={clipboard.share} aria-describedby={means}>
            {t("devices.viewer.clipboard.share")}
            <span className="switch" />
          </Switch>
          <p className="means" id={means}>
            {t("devices.viewer.clipboard.shareMeans")}
          </p>
          <Outcome clipboard={clipboard} />
          {outcome === "unread" && canSend && (
            <PasteBox
              action={t("devices.viewer.clipboard.sendText")}
              onText={(text) => {
                clipboard.sendText(text)
                // The box disappears, and would take the focus with it.
                send.current?.focus()
              }}
            />
          )}
        </>
      )}
    </BarMenu>
  )
}
