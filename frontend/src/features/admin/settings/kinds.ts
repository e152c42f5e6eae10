// What the types of settings mean for the screen.
import type { AdminSetting } from '@/api/gen/model';

/** The setting whose value is the example of a proposal. */
export const TEMPLATE_EXAMPLE = 'default_proposal_template_example';
/** The longest claim, in characters. */
export const CLAIM_MAX = 120;

/** One line that the site says of the product. */
export const isClaim = ({ settingType }: AdminSetting): boolean => settingType === 'claim';
/** On or off. */
export const isSwitch = ({ settingType }: AdminSetting): boolean => settingType === 'switch';
