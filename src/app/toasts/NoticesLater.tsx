import { lazy, Suspense } from "react"

const Notices = lazy(() => import("./Notices.tsx").then((module) => ({ default: module.Notices })))

/** Toasts and what makes them come after the first screen. */
export const NoticesLater = () => (
  <Suspense fallback={null}>
    <Notices />
  </Suspense>
)
