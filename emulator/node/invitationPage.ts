import { consoleHeaders } from "./console.ts"
import type { Reply } from "./http.ts"

/** Where the link of an invitation leads (SUB-2). The code is behind `#`, so that it is never asked for. */
export const INVITATION_PATH = "/invitation"

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Invitation</title>
  <h1>You are invited</h1>
  <p>Open Sightline, go to Account, choose Accept invitation and enter the code of six digits.</p>
</html>
`

/** To the app, where a browser takes the code along; where there is none, what to do with it. */
export const serveInvitation = (app: string | null): Reply =>
  app === null
    ? { status: 200, headers: { ...consoleHeaders, "content-type": "text/html; charset=utf-8" }, body: page }
    : { status: 302, headers: { ...consoleHeaders, location: `${app}${INVITATION_PATH}` }, body: "" }
