/**
 * The Content-Security-Policy of the app (SEC-1). The `<meta>` of the built page and the header of its server use one
 * text, so that they cannot differ.
 *
 * `connect-src` allows http(s) and ws(s), because a person may choose any private server. Styles come only from files.
 * The policy does not restrict styles set through the CSS object model, as React does.
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

/** For the response header: the same, plus the directives that only a header may contain. */
export const cspHeader = text({ ...directives, "frame-ancestors": "'self'" })
