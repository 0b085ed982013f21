import { Suspense, useCallback } from "react"
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom"
import { allPages, type PageFrame, redirects, START } from "../domain/values/routes.ts"
import { useClient } from "./client/provider.ts"
import { CommandCentreLater } from "./commands/CommandCentreLater.tsx"
import { DialogHostLater } from "./dialogs/DialogHostLater.tsx"
import { screens, startPath } from "./screens.ts"
import { AuthLayout } from "./shell/AuthLayout.tsx"
import { Crashed, CrashedWhole } from "./shell/Crashed.tsx"
import { Witness } from "./shell/Witness.tsx"
import { NoticesLater } from "./toasts/NoticesLater.tsx"
import { CrashedOver } from "./ui/Boundary.tsx"

/** ROUTE-1: only `/` redirects. */
const Start = () => <Navigate to={startPath()} replace />

const pagesIn = (frame: PageFrame) =>
  allPages
    .filter((page) => page.frame === frame)
    .map(({ path, item, screen }) => {
      const { Page } = screens[screen]
      return <Route key={path} path={item === undefined ? path : `${path}/:${item}?`} element={<Page />} />
    })

const { MainLayout, NotFound } = screens

/** The routes (ROUTE-2), from the table of pages. */
export const Pages = () => (
  <Crashed>
    <Suspense fallback={null}>
      <Routes>
        <Route path={START} element={<Start />} />
        {Object.entries(redirects).map(([from, to]) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route element={<AuthLayout />}>{pagesIn("auth")}</Route>
        <Route element={<MainLayout.Page />}>{pagesIn("main")}</Route>
        {pagesIn("whole")}
        <Route path="*" element={<NotFound.Page />} />
      </Routes>
    </Suspense>
  </Crashed>
)

/**
 * Everything that opens over the pages. An overlay that crashes takes neither the page nor the other overlays with it.
 */
const Overlays = () => {
  const { commandView, dialog } = useClient()
  const closeCommands = useCallback(() => commandView.set("none"), [commandView])
  const closeDialog = useCallback(() => dialog.set(null), [dialog])
  return (
    <>
      <CrashedOver close={closeCommands}>
        <CommandCentreLater />
      </CrashedOver>
      <CrashedOver close={closeDialog}>
        <DialogHostLater />
      </CrashedOver>
      <NoticesLater />
    </>
  )
}

export const App = () => (
  <CrashedWhole>
    <BrowserRouter>
      <Witness />
      <Pages />
      <Overlays />
    </BrowserRouter>
  </CrashedWhole>
)
