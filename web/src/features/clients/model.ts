import type { ClientInput } from '@tocsin/contract/clients';
import type { Ordering } from './queries.ts';

/** The page number of a stored offset, from 1; 1 for invalid values. */
export const pageOf = (offset: string | null, size: number): number => {
  const count = Number(offset);
  return Number.isInteger(count) && count > 0 ? Math.floor(count / size) + 1 : 1;
};

/** The API's ordering for the table's sort order. */
export const orderingOf = (order: 'ascend' | 'descend' | null): Ordering =>
  order === null ? 'worst' : order === 'descend' ? '-company' : 'company';

/** The form's field names: its checkbox is is_two_factor_required, the entity's field is_2fa_required. */
export type ClientForm = Omit<ClientInput, 'number' | 'is_2fa_required'> & {
  readonly number: string;
  readonly is_two_factor_required: boolean;
};

export const inputOf = ({ is_two_factor_required, number, ...rest }: ClientForm): ClientInput => ({
  ...rest,
  number: Number(number),
  is_2fa_required: is_two_factor_required,
});

type Entity = Omit<ClientInput, 'number'> & { readonly number: number };

export const formOf = (client: Entity): ClientForm => ({
  number: String(client.number),
  company: client.company,
  address: client.address,
  phone: client.phone,
  full_name: client.full_name,
  email: client.email,
  alternative_name: client.alternative_name,
  alternative_email: client.alternative_email,
  alternative_phone: client.alternative_phone,
  is_active: client.is_active,
  is_two_factor_required: client.is_2fa_required,
  acknowledged_kinds: client.acknowledged_kinds,
  changes_need_reason: client.changes_need_reason,
  changes_need_approval: client.changes_need_approval,
  own_devices: client.own_devices,
});

export const emptyForm: ClientForm = {
  number: '',
  company: '',
  address: '',
  phone: '',
  full_name: '',
  email: '',
  alternative_name: '',
  alternative_email: '',
  alternative_phone: '',
  is_active: true,
  is_two_factor_required: false,
  acknowledged_kinds: [],
  changes_need_reason: true,
  changes_need_approval: false,
  own_devices: true,
};
