import { useTranslation } from "react-i18next"
import { actionExpiryMs, type SettingsState } from "../../domain/features/settings/feature.ts"
import { UNDO_MS } from "../../domain/values/limits.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { useHandle, useStart, useView } from "../client/client.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { usePage } from "../focus/usePage.ts"
import { languages } from "../i18n/languages.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useOpening } from "../loading/useOpening.ts"
import { useChooseLanguage } from "../preferences/language.ts"
import { useTheme } from "../preferences/theme.ts"
import { useChangeable } from "../preferences/useChangeable.ts"
import { usePreference } from "../preferences/usePreference.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { useLinkKnown } from "../shell/useLinkKnown.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { useToast } from "../toasts/useToast.ts"
import { Button } from "../ui/Button.tsx"
import { SegmentedRadio } from "../ui/SegmentedRadio.tsx"
import { Select } from "../ui/Select.tsx"
import { useErasedFrames } from "../viewer/lastFrames.ts"
import { Diagnostics } from "./settings/Diagnostics.tsx"
import { Group, Row } from "./settings/Group.tsx"
import { NativeSide } from "./settings/NativeSide.tsx"
import { SwitchRow } from "./settings/SwitchRow.tsx"
import { useOrigins } from "./settings/useOrigins.ts"

/** dx11 unless the person chose dx9 (SETTINGS-1). */
const renderTypeOf = (settings: SettingsState) => (settings.get("renderType") === "dx9" ? "dx9" : "dx11")

const Streaming = () => {
  const { t } = useTranslation()
  const [renderType, setRenderType] = useChangeable("renderType", renderTypeOf)
  const toast = useToast()
  const choose = (value: "dx11" | "dx9") => {
    const params = { name: t(`pages.settings.${value}`) }
    setRenderType(value, () => {
      toast({ kind: "success", despite: "toggle", message: "common.success.enabled", params })
    })
  }
  return (
    <Group title={t("pages.settings.streaming")}>
      <Row title={t("pages.settings.renderType")}>
        <SegmentedRadio
          label={t("pages.settings.renderType")}
          labelHidden
          value={renderType}
          onChange={choose}
          options={[
            { value: "dx11", label: t("pages.settings.dx11") },
            { value: "dx9", label: t("pages.settings.dx9") },
          ]}
        />
      </Row>
      <SwitchRow preference="audio" title={t("pages.settings.audio")} body={t("pages.settings.audioBody")} />
      <SwitchRow preference="input" title={t("pages.settings.input")} body={t("pages.settings.inputBody")} />
    </Group>
  )
}

const MINUTE = 60_000
/** The offered expiry times, ms; all within the limits of OFFLINE-6. */
const EXPIRIES = [1, 5, 15, 60, 240, 1_440].map((minutes) => minutes * MINUTE)

const Messages = () => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const ask = useAsk()
  const expiry = usePreference(actionExpiryMs)
  /* Includes a value that was set elsewhere. */
  const offered = EXPIRIES.includes(expiry) ? EXPIRIES : [...EXPIRIES, expiry].sort((a, b) => a - b)
  return (
    <Group title={t("pages.settings.messages")}>
      <Row title={t("pages.settings.expiry")} body={t("pages.settings.expiryBody")}>
        <Select
          label={t("pages.settings.expiry")}
          labelHidden
          value={String(expiry)}
          onChange={(value) => ask({ type: "SetPreference", key: "actionExpiry", value })}
          options={offered.map((value) => ({ value: String(value), label: duration(value) }))}
        />
      </Row>
      <SwitchRow
        preference="undoReboot"
        title={t("pages.settings.undoReboot")}
        body={t("pages.settings.undoRebootBody", { span: duration(UNDO_MS) })}
      />
      <SwitchRow
        preference="limitNotifications"
        title={t("pages.settings.limitNotifications")}
        body={t("pages.settings.limitNotificationsBody")}
      />
    </Group>
  )
}

/** PICTURE-3: turning it off erases the stored pictures at once. */
const Pictures = () => {
  const { t } = useTranslation()
  useErasedFrames()
  return (
    <SwitchRow preference="pictures" title={t("pages.settings.pictures")} body={t("pages.settings.picturesBody")} />
  )
}

const options = languages.map(({ code, name, flag, tag }) => ({ value: code, label: name, prefix: flag, lang: tag }))

const General = () => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const chooseLanguage = useChooseLanguage()
  const [theme, chooseTheme] = useTheme()
  return (
    <Group title={t("pages.settings.general")}>
      <Row title={t("pages.settings.language")}>
        <Select
          label={t("pages.settings.language")}
          labelHidden
          value={language.code}
          onChange={chooseLanguage}
          options={options}
        />
      </Row>
      <Row title={t("pages.settings.theme")} body={t("pages.settings.themeBody")}>
        <SegmentedRadio
          label={t("pages.settings.theme")}
          labelHidden
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: "dark", label: t("common.theme.dark") },
            { value: "light", label: t("common.theme.light") },
          ]}
        />
      </Row>
      <SwitchRow
        preference="skipLogin"
        title={t("pages.settings.skipLogin")}
        body={t("pages.settings.skipLoginBody")}
      />
      <SwitchRow
        preference="shortcuts"
        title={t("pages.settings.shortcuts")}
        body={t("pages.settings.shortcutsBody")}
      />
      <Pictures />
    </Group>
  )
}

/** SETTINGS-3: deleting the account is offered only while signed in. */
const Danger = () => {
  const { t } = useTranslation()
  const account = useView(ownAccount)
  const open = useOpenDialog()
  return (
    <Group danger title={t("pages.settings.danger")}>
      <Row title={t("pages.settings.reset")} body={t("pages.settings.resetBody")}>
        <Button onPress={() => open("resetSettings")}>{t("pages.settings.reset")}</Button>
      </Row>
      {account && (
        <Row
          title={t("pages.settings.deleteAccount")}
          body={t("pages.settings.deleteAccountBody", { email: account.email })}
        >
          <Button variant="danger" onPress={() => open("deleteAccount")}>
            {t("pages.settings.deleteAccount")}
          </Button>
        </Row>
      )}
    </Group>
  )
}

/** SETTINGS-1 to SETTINGS-3, the bridge of BRIDGE-5, and the diagnostics of SETTINGS-4. */
export const Settings = () => {
  const { t } = useTranslation()
  usePage(t("pages.settings.title"))
  const pairing = useHandle()?.pairing ?? null
  const origins = useOrigins(pairing)
  const isLinkKnown = useLinkKnown()
  /* The report of the bridge would push the rest down. */
  const isReady = useStart().phase !== "loading" && (pairing === null || (isLinkKnown && !origins.isAwaited))
  const isOpening = useOpening(true, isReady)
  return (
    <div className="page of-settings">
      <div className="page-head">
        <h1>{t("pages.settings.title")}</h1>
      </div>
      <div className="groups">
        <General />
        <Streaming />
        <Messages />
        <NativeSide pairing={pairing} origins={origins} />
        {!isOpening && (
          <>
            <Diagnostics />
            <Danger />
          </>
        )}
      </div>
      {!isOpening && <PhoneFoot />}
    </div>
  )
}
