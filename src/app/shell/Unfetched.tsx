import { useCallback, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { usePage } from "../focus/usePage.ts"
import { isBlockedSite } from "../loading/blockedSite.ts"
import type { LaterPart } from "../loading/overlay.ts"
import { Button } from "../ui/Button.tsx"
import { Lone } from "../ui/Lone.tsx"

/**
 * Fetches at once, whenever the network seems back, and when the person asks. Shows the number of failures. One attempt
 * runs at a time: the browser answers a second request for a script with the failure of the first. If the network
 * returns during an attempt that fails, another one begins.
 */
const useTries = ({ fetch }: LaterPart<object>) => {
  const [isTrying, setTrying] = useState(true)
  const [failures, setFailures] = useState(0)
  const [cause, setCause] = useState<unknown>()
  const running = useRef<{ isAskedAgain: boolean }>(null)
  const attempt = useCallback(async () => {
    if (running.current !== null) {
      running.current.isAskedAgain = true
      return
    }
    const run = { isAskedAgain: true }
    running.current = run
    setTrying(true)
    let isHere = false
    while (run.isAskedAgain && !isHere) {
      run.isAskedAgain = false
      isHere = await fetch().then(
        () => true,
        (reason: unknown) => {
          setCause(reason)
          return false
        },
      )
    }
    running.current = null
    setTrying(false)
    if (!isHere) setFailures((before) => before + 1)
  }, [fetch])
  useEffect(() => {
    attempt()
    window.addEventListener("online", attempt)
    return () => window.removeEventListener("online", attempt)
  }, [attempt])
  return { isTrying, failures, cause, attempt }
}

/**
 * True when the script arrived. The browser reports a script that cannot be fetched as a TypeError; the script itself
 * threw any other error.
 */
const hasCome = (cause: unknown): boolean => cause !== undefined && !(cause instanceof TypeError)

const useSentences = (cause: unknown): { readonly title: string; readonly body: string } => {
  const { t } = useTranslation()
  if (!hasCome(cause)) return { title: t("pages.unfetched.title"), body: t("pages.unfetched.body") }
  const title = t("pages.unfetched.failed")
  if (!isBlockedSite(cause)) return { title, body: t("common.error.unknown") }
  return { title, body: `${t("layout.banner.storageUnavailable")} ${t("layout.banner.storageUnavailableBody")}` }
}

const Message = ({ isTrying, failures, cause, attempt }: ReturnType<typeof useTries>) => {
  const { t } = useTranslation()
  const { title, body } = useSentences(cause)
  usePage(title)
  /* A page that is no longer on the server never arrives. Its replacement comes with the whole new app. */
  const mayBeReplaced = failures > 1 && !hasCome(cause)
  return (
    <Lone role="alert" title={title}>
      <p>{body}</p>
      {mayBeReplaced && <p>{t("pages.unfetched.replaced")}</p>}
      <div className="row">
        <Button variant="primary" isPending={isTrying} onPress={attempt}>
          {t("common.action.tryAgain")}
        </Button>
        {failures > 0 && <Button onPress={() => location.reload()}>{t("common.action.reload")}</Button>}
      </div>
    </Lone>
  )
}

/** In place of a page whose code could not be fetched: a message, until the code arrives. */
export const Unfetched = ({ of }: { readonly of: LaterPart<object> }) => {
  const tries = useTries(of)
  const Page = of.part()
  return Page === undefined ? <Message {...tries} /> : <Page />
}
