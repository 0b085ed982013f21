import { useEffect, useEffectEvent } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { isCutOffByClosing } from "../../domain/views/firmware.ts"
import { useHandle, useView } from "../client/client.ts"
import { useClient } from "../client/provider.ts"
import { takeInvitation } from "../sharing/invitationLink.ts"
import { useToast } from "./useToast.ts"

/** The exchange between the page and the program around it, beside the bridge (DESK-3, DESK-5). */

/** As `src/adapters/bridge/host.ts` dispatches them. Its code is fetched only in the window of a program. */
const SAVED_EVENT = "sightline:saved"
const OPEN_EVENT = "sightline:open"

const textIn = (of: unknown, name: string): string => {
  const value: unknown = typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined
  return typeof value === "string" ? value : ""
}
const detailOf = (event: Event): unknown => (event instanceof CustomEvent ? event.detail : null)

/** Shows where the program has saved a file, or why it has not. */
const useSavedFiles = (): void => {
  const toast = useToast()
  useEffect(() => {
    const tell = (event: Event) => {
      const detail = detailOf(event)
      const [file, folder, why] = [textIn(detail, "name"), textIn(detail, "folder"), textIn(detail, "error")]
      if (why === "") toast({ kind: "success", message: "common.success.fileSaved", params: { file, folder } })
      else toast({ kind: "error", message: "common.error.fileNotSaved", params: { file, why } })
    }
    window.addEventListener(SAVED_EVENT, tell)
    return () => window.removeEventListener(SAVED_EVENT, tell)
  }, [toast])
}

/** Opens the page of a link that the system passed to the program. */
const useLinks = (): void => {
  const navigate = useNavigate()
  const show = useEffectEvent((event: Event) => {
    const path = detailOf(event)
    if (typeof path !== "string") return
    event.preventDefault()
    if (!path.includes("#")) return navigate(path)
    // The code after `#` must reach neither the router nor the log.
    history.pushState(null, "", path)
    takeInvitation()
    return navigate(location.pathname, { replace: true })
  })
  useEffect(() => {
    const hear = (event: Event): void => void show(event)
    window.addEventListener(OPEN_EVENT, hear)
    return () => window.removeEventListener(OPEN_EVENT, hear)
  }, [])
}

const isOfProgram = ({ application }: State): boolean => application.isApp

/**
 * Makes the window ask before it closes while an update runs, which closing would cut off. Checks at that moment, not
 * at the last render.
 */
const useKeepOpen = (): void => {
  const { t } = useTranslation()
  const handle = useHandle()
  const { unanswered } = useClient()
  const isAsking = useView(isOfProgram) === true
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (handle === undefined || !isCutOffByClosing(handle.state(), unanswered)) return
    // Browsers show their own words. The window of the program shows these: the question, and its two buttons.
    const lines = ["dialog.firmware.keepOpen", "dialog.firmware.stayOpen", "dialog.firmware.closeAnyway"] as const
    event.preventDefault()
    event.returnValue = lines.map((line) => t(line)).join("\n")
  })
  useEffect(() => {
    if (!isAsking) return
    const hear = (event: BeforeUnloadEvent): void => ask(event)
    window.addEventListener("beforeunload", hear)
    return () => window.removeEventListener("beforeunload", hear)
  }, [isAsking])
}

export const useProgram = (): void => {
  useSavedFiles()
  useLinks()
  useKeepOpen()
}
