// Runs in place of the framework's scripts, and fetches those: on pages to read once the reader turns to a control, on others,
// and where `data-at-once` is seen, once the page is painted. What the reader did in between is done again afterwards. The
// build puts in the list of files.
const files = FILES
const isOnIntent = IS_ON_INTENT
const controls = 'button, select, input, textarea, summary'
const atOnce = '[data-at-once]'
const root = document.documentElement
const nonce = document.currentScript.nonce
// Chunks know each other by the attribute as Next.js writes it: a path, not a whole URL.
const base = document.currentScript.getAttribute('src').replace(/static\/.*/, '')
const reloadKey = 'turnpike-reloaded'
let isLoading = false
let isLost = false
// In the order in which they were done; a second press of one control is the same wish.
const pending = new Map()
let early = null

function load() {
  if (isLoading) return
  isLoading = true
  for (const file of files) {
    const script = document.createElement('script')
    script.src = base + file
    script.async = true
    script.nonce = nonce
    script.onerror = onLost
    document.head.append(script)
  }
}

// A new release may have other scripts, and a network comes back: the page is loaded once more, but not before somebody
// presses something, for that loses what was typed. After that, or where nothing can be kept, presses are the browser's.
function onLost() {
  if (isLost) return
  isLost = true
  if (pending.size > 0) recover()
}

function recover() {
  try {
    if (sessionStorage.getItem(reloadKey) !== location.href) {
      sessionStorage.setItem(reloadKey, location.href)
      return location.reload()
    }
  } catch {
    // The browser keeps nothing for this site.
  }
  stopListening()
  for (const control of pending.keys()) control.removeAttribute('aria-busy')
}

function controlOf(event) {
  return event.target instanceof Element ? event.target.closest(controls) : null
}

const isBox = ({ type }) => type === 'checkbox' || type === 'radio'

function onIntent(event) {
  // Such pages have keys of their own, also in a window that is too narrow to show what has the attribute.
  if (controlOf(event)) return load()
  if (event.type !== 'keydown' || !document.querySelector(atOnce)) return
  load()
  early = event.key === '/' || event.key.startsWith('Arrow') ? event : null
}

function onAct(event) {
  const control = controlOf(event)
  if (!control) return
  // A box changes at once; the framework, which listens to its click, hears of it when that is done again.
  if (event.type === 'click' && isBox(control)) return event.stopPropagation()
  if (event.type === 'click' && control.localName !== 'button') return
  load()
  event.stopPropagation()
  if (event.type === 'click') event.preventDefault()
  control.setAttribute('aria-busy', 'true')
  pending.delete(control)
  pending.set(control, { type: event.type, value: control.value, checked: control.checked })
  if (isLost) recover()
}

// Typed on in a field that was left once already: the last text counts.
function onInput({ target }) {
  const act = pending.get(target)
  if (act) act.value = target.value
}

const intents = ['pointerover', 'pointerdown', 'focusin', 'keydown']
const acts = ['click', 'change']
for (const type of intents) addEventListener(type, onIntent, { capture: true, passive: true })
for (const type of acts) addEventListener(type, onAct, { capture: true })
addEventListener('input', onInput, { capture: true })

// A signed payment without a known outcome, or money put aside, of this tab or another (lib/site/browser/purchase.ts,
// lib/channels/browser/kept-channel.ts): the reader must see it.
const isMoney = (key) => key?.startsWith('turnpike-payment ') || key?.startsWith('turnpike-channel ')
addEventListener('storage', ({ key }) => isMoney(key) && load())
try {
  if (Object.keys(localStorage).some(isMoney)) load()
} catch {
  // The browser keeps nothing for this site.
}

// A page that failed on the server has nothing to read: the framework shows the error in the browser.
if (root.id === '__next_error__') load()
// A tab in the background is not painted until it is seen.
else if (!isOnIntent && document.hidden) load()
else requestAnimationFrame(() => setTimeout(loadAtOnce))

function loadAtOnce() {
  const isSeen = (element) => element.checkVisibility?.() ?? true
  if (!isOnIntent || [...document.querySelectorAll(atOnce)].some(isSeen)) load()
}

function stopListening() {
  for (const type of intents) removeEventListener(type, onIntent, { capture: true })
  for (const type of acts) removeEventListener(type, onAct, { capture: true })
  removeEventListener('input', onInput, { capture: true })
}

addEventListener(
  'turnpike:ready',
  () => {
    stopListening()
    root.dataset.frameworkReady = ''
    try {
      sessionStorage.removeItem(reloadKey)
    } catch {
      // The browser keeps nothing for this site.
    }
    for (const [control, act] of pending) redo(control, act)
    // Not where the reader has turned to something else since.
    if (early?.target === document.activeElement) early?.target.dispatchEvent(new KeyboardEvent('keydown', early))
  },
  { once: true },
)

function redo(control, { type, value, checked }) {
  control.removeAttribute('aria-busy')
  if (type === 'click') return control.click()
  if (isBox(control)) {
    // It may have been set back in between.
    control.checked = !checked
    return control.click()
  }
  if (control.type !== 'file')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value)
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
