import { Suspense, useCallback } from "react"
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom"
import { useClient } from "./client/provider.ts"
import { CommandCentreLater } from "./commands/CommandCentreLater.tsx"
import { DialogHostLater } from "./dialogs/DialogHostLater.tsx"
import { opensOnDevices } from "./preferences/localStorage.ts"
import {
  Account,
  Devices,
  EventLog,
  HelpCenter,
  MainLayout,
  Network,
  NotFound,
  ResetPassword,
  Settings,
  SignIn,
  SignUp,
  Updates,
  Viewer,
} from "./screens.ts"
import { AuthLayout } from "./shell/AuthLayout.tsx"
import { Crashed, CrashedWhole } from "./shell/Crashed.tsx"
import { Witness } from "./shell/Witness.tsx"
import { NoticesLater } from "./toasts/NoticesLater.tsx"
import { CrashedOver } from "./ui/Boundary.tsx"

/** ROUTE-1: only `/` redirects. */
const Start = () => <Navigate to={opensOnDevices() ? "/devices" : "/signin"} replace />

/** The routes (ROUTE-2). */
export const Pages = () => (
  <Crashed>
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={<Start />} />
        <Route element={<AuthLayout />}>
          <Route path="/signin" element={<SignIn />} />
          <Route path="/signup" element={<SignUp />} />
          <Route path="/reset-password" element={<ResetPassword />} />
        </Route>
        <Route element={<MainLayout />}>
          <Route path="/devices/:did?" element={<Devices />} />
          <Route path="/devices/network" element={<Network />} />
          <Route path="/devices/updates" element={<Updates />} />
          <Route path="/account" element={<Account />} />
          <Route path="/invitation" element={<Navigate to="/account" replace />} />
          <Route path="/help-center" element={<HelpCenter />} />
          <Route path="/settings" element={<Settings />} />
          <Route path="/log" element={<EventLog />} />
        </Route>
        <Route path="/viewer/:id?" element={<Viewer />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  </Crashed>
)

/** What is open over the pages. One that crashes takes neither the page nor the others with it. */
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
