import { useTranslation } from "react-i18next"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { Ticks } from "../../ui/Ticks.tsx"
import { KEYS_PER_SECOND, type KeyTyping } from "./useTyping.ts"

const PERCENT = 100

/** Over the picture while a text or a macro is typed: the progress, and a button to stop. */
export const TypingTask = ({ typing: { progress, stop } }: { readonly typing: KeyTyping }) => {
  const { t } = useTranslation()
  useBackCloses(progress !== null, stop)
  // A short macro ends before a person could read this.
  if (progress === null || (progress.name !== null && progress.total < KEYS_PER_SECOND)) return null
  const { name, done, total } = progress
  const seconds = Math.ceil((total - done) / KEYS_PER_SECOND)
  const title = name === null ? t("devices.viewer.typing.title") : t("devices.viewer.macro.playing", { name })
  return (
    <section className="vtask" aria-label={title}>
      <div className="w">
        <b role="status">{title}</b>
        <span>{t("devices.viewer.typing.progress", { done, total, seconds })}</span>
      </div>
      <Ticks percent={(done / total) * PERCENT} label={title} low />
      <Button onPress={stop}>{t("devices.viewer.typing.stop")}</Button>
    </section>
  )
}
