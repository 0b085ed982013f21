import { type CallName, callNames, calls } from "../../../src/domain/wire/cloud.ts"
import { catalogue, statusesOf } from "../../model/cloud/catalogue.ts"
import { type CallGroup, groups } from "../../model/cloud/handler.ts"
import { rateOf } from "../../model/limits.ts"
import { controlSection } from "../controlDocs.ts"
import { DEMO_SESSION, exampleBody, meanings } from "./examples.ts"
import { bodySchema, type Fields, replySchema, rowsOf } from "./schemas.ts"

/** The page of the API document: groups and a filter, each call with its fields, and a form to try it. */

const isGroup = (name: string): name is CallGroup => Object.hasOwn(groups, name)
const groupNames: readonly CallGroup[] = Object.keys(groups).filter(isGroup)
const callsOf = (group: CallGroup): readonly CallName[] => callNames.filter((call) => catalogue[call].group === group)

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "")

const fieldTable = (call: CallName, title: string, schema: Fields): string => {
  const rows = rowsOf(schema).map(({ name, meaning, isOptional }) => {
    const optional = isOptional ? ' <span class="faint">may be missing</span>' : ""
    return `<tr><td class="mono">${escaped(name)}</td><td>${escaped(meanings[call]?.[name] ?? meaning)}${optional}</td></tr>`
  })
  return `<h4>${title}</h4><table><tbody>${rows.join("")}</tbody></table>`
}

const statusFold = (call: CallName): string => {
  const all = statusesOf(call)
  const rows = all.map(
    ({ status, meaning }) => `<tr><td class="mono num">${status}</td><td>${escaped(meaning)}</td></tr>`,
  )
  return `<details class="statuses"><summary>Status <span class="mono faint">${all.map(({ status }) => status).join("  ")}</span></summary>
<table><tbody>${rows.join("")}</tbody></table></details>`
}

const tryForm = (call: CallName): string => {
  const body = exampleBody(call)
  return `<form class="try" data-path="${escaped(calls[call].path)}">
<label for="${call}-body">Body</label>
<textarea id="${call}-body" class="mono" name="body" rows="${body.split("\n").length}" spellcheck="false" autocomplete="off">${escaped(body)}</textarea>
<div class="row"><button class="btn primary" type="submit">Run against this mock</button></div>
<pre class="mono answer" role="status" tabindex="0" hidden></pre></form>`
}

const section = (call: CallName): string => {
  const { path, body } = calls[call]
  const about = catalogue[call].about
  const { burst, perSecond } = rateOf(call)
  const session = "uid" in body.fields ? " Needs a session." : ""
  return `<section class="call" id="${call}"><div class="about"><h3><a href="#${call}">${call}</a></h3>
<p class="mono faint">POST ${escaped(path)}</p>
<p>${escaped(about)}${session} Up to ${burst} at once for an account, then ${perSecond} a second.</p>
${fieldTable(call, "Body", bodySchema(call))}${fieldTable(call, "Answer", replySchema(call))}${statusFold(call)}</div>
${tryForm(call)}</section>`
}

const groupSection = (group: CallGroup): string =>
  `<div class="group"><h2>${groups[group]}</h2>${callsOf(group).map(section).join("\n")}</div>`

const groupLinks = (group: CallGroup): string =>
  `<p class="group-name">${groups[group]}</p><ul>${callsOf(group)
    .map((call) => `<li><a href="#${call}">${call}</a></li>`)
    .join("")}</ul>`

const side = (): string => `<nav class="side doc-side" aria-label="Calls">
<p class="brand">Sightline cloud</p>
<input id="call-filter" class="search" type="search" placeholder="Filter the calls" aria-label="Filter the calls">
<div class="doc-links">${groupNames.map(groupLinks).join("")}<p class="group-name">Emulator</p><ul><li><a href="#control">Emulator control</a></li></ul></div>
<div class="side-foot"><button class="btn quiet" type="button" id="theme">Light theme</button>
<a class="btn quiet" href="/docs/openapi.json">OpenAPI</a><a class="btn quiet" href="/emulator/">Console</a></div></nav>`

export const docsPage = (): string => `<!doctype html>
<html lang="en" data-theme="dark"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><title>API document, Sightline</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/emulator/tokens.css"><link rel="stylesheet" href="/emulator/fonts.css">
<link rel="stylesheet" href="/emulator/console.css"><link rel="stylesheet" href="/emulator/controls.css"><link rel="stylesheet" href="/emulator/tables.css"><link rel="stylesheet" href="/emulator/docs.css">
<script type="module" src="/emulator/docs.ts"></script></head>
<body><div class="doc-app" id="docs" data-email="${DEMO_SESSION.email}" data-password="${DEMO_SESSION.password}">${side()}
<main class="doc"><header class="page-head"><h1>Sightline cloud</h1><span class="faint">${callNames.length} calls</span></header>
<p>Every call is a POST with a JSON body; each answer carries a status, and its other fields with status 0 alone. Times are
milliseconds since 1970. What is run here runs against this mock, as owner@example.com; the
<a href="/emulator/">console</a> shows it.</p>
<p class="empty" id="none-found" hidden>No call has that in its name, its path or its words.</p>
${groupNames.map(groupSection).join("\n")}
${controlSection()}
</main></div></body></html>`
