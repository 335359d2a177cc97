import type { Translation } from '../catalog'
import type { facilitator as english } from '../en/facilitator'

export const facilitator: Translation<typeof english> = {
  title: 'Facilitator',
  description: 'Prüft x402-Zahlungen und rechnet sie ab.',
  intro:
    'Er prüft Zahlungen und rechnet sie auf ihrem Netz ab, für diese Website und für {needsKey, select, true {x402-Server, die einen Schlüssel haben} other {jeden anderen x402-Server}}. Er zahlt die Gebühren des Netzes und hält nie fremdes Geld.',
  point: {
    title: 'Deinen Server anbinden',
    about: 'Jeder Server, der x402 in Version 2 spricht, geht ohne Änderung: express, hono, Next.js oder dein eigener.',
    url: 'URL des Facilitators',
    example: 'Beispiel für einen Server',
    key: 'Dieser Facilitator verlangt einen API-Schlüssel. Du bekommst ihn von seinem Betreiber.',
    openapi: 'Die Endpunkte als OpenAPI lesen',
  },
  networks: {
    title: 'Netze',
    network: 'Netz',
    identifier: 'Kennung',
    schemes: 'Schemes',
    state: 'Status',
    noneTitle: 'Noch kein Netz',
    none: 'Dieser Facilitator rechnet noch auf keinem Netz ab. Hier erscheinen die Netze, die er bedient, jedes mit seinem Status.',
    ok: 'Rechnet ab',
    degraded: 'Wenig Gas',
    behind: 'Chain zurückgesetzt',
    unreachable: 'Nicht erreichbar',
  },
  settlements: {
    title: 'Letzte Abrechnungen',
    when: 'Wann',
    amount: 'Betrag',
    transaction: 'Transaktion',
    transactionId: 'Transaktion',
    atomicUnits: '{amount} atomare Einheiten',
    noneTitle: 'Noch nichts abgerechnet',
    none: 'Die erste Zahlung, die über diesen Facilitator läuft, erscheint hier mit ihrer Transaktion.',
    bazaar: 'Ansehen, was es zu kaufen gibt',
  },
}
