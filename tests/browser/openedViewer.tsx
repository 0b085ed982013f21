import { Route, Routes } from "react-router-dom"
import { type ClientHandle, noViewer, type ViewerNews } from "../../src/app/client/handle.ts"
import { Viewer } from "../../src/app/screens/Viewer.tsx"
import { ScreenDesk, show, until } from "./screenDesk.tsx"

/** The page of a viewer. The test gives the news of the screen. */

export const near = (name: string, flags = 0) => ({
  ...{ id: "n1", did: "d0", name, model: 0, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags },
  ...{ addr: "10.0.7.1:36459", build: 0 },
})

/** Opens the viewer of a connected LAN device. */
export const openViewer = async (desk = new ScreenDesk()) => {
  const listeners: ((news: ViewerNews) => void)[] = []
  const handle: ClientHandle = {
    ...desk.handle,
    send: () => undefined,
    view: ({ received }) => {
      listeners.push(received)
      return noViewer
    },
  }
  desk.do({ type: "RecordLanDevices", devices: [near("Workshop")], gone: [] })
  desk.do({ type: "OpenDevice", id: "n1", did: "d0", name: "Workshop", isUsb: false, cloudType: 0 })
  desk.do({ type: "ReportReached", id: "n1" })
  const routes = (
    <Routes>
      <Route path="/viewer/:id" element={<Viewer />} />
    </Routes>
  )
  await show(desk.client(handle), routes, "/viewer/n1")
  await until(() => listeners.length > 0)
  const news = (...all: readonly ViewerNews[]) => {
    for (const each of all) for (const listener of listeners) listener(each)
  }
  return { desk, news }
}
