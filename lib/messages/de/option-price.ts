import type { Translation } from '../catalog'
import type { optionPrice as english } from '../en/option-price'

export const optionPrice: Translation<typeof english> = {
  ofDeposit: '<price></price><quiet>, aus zurückgelegtem Geld</quiet>',
  unknown: 'Preis unbekannt<where> auf {network}</where>',
  units:
    '{isMaximum, select, true {bis zu } other {}}<figure>{amount}</figure> Einheiten von <unit>{asset}</unit><where> auf {network}</where>',
  unnamed: 'einem unbenannten Asset',
}
