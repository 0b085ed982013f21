/**
 * The Content-Security-Policy of the app (SEC-1). One text for the `<meta>` in the built page and for
 * the header of the server that serves it, so that the two cannot drift apart.
 *
 * `connect-src` is open to http(s) and ws(s) because a person may choose any private server. Styles come from files
 * only; styles set through the CSS object model, as React does, are not inline styles for this purpose.
 */
const directives: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self' http: https: ws: wss:",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "frame-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "default",
}

const text = (from: Readonly<Record<string, string>>) =>
  Object.entries(from)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ")

/** For the `<meta http-equiv>` of the built page. */
export const cspMeta = text(directives)

/** For the response header: the same, and what only a header may say. */
export const cspHeader = text({ ...directives, "frame-ancestors": "'self'" })
