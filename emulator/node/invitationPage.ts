import { consoleHeaders } from "./console.ts"
import type { Reply } from "./http.ts"

/** The target of an invitation link (SUB-2). The code comes after `#`, so that browsers never send it. */
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

/** Redirects to the app, and the browser keeps the code. Without an app, a page says what to do with the code. */
export const serveInvitation = (app: string | null): Reply =>
  app === null
    ? { status: 200, headers: { ...consoleHeaders, "content-type": "text/html; charset=utf-8" }, body: page }
    : { status: 302, headers: { ...consoleHeaders, location: `${app}${INVITATION_PATH}` }, body: "" }
