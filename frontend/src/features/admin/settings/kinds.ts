// The meaning of the setting types for the screen.
import type { AdminSetting } from '@/api/gen/model';

/** The setting with the example proposal. */
export const TEMPLATE_EXAMPLE = 'default_proposal_template_example';
/** The longest claim, in characters. */
export const CLAIM_MAX = 120;

/** One line of text on the public pages. */
export const isClaim = ({ settingType }: AdminSetting): boolean => settingType === 'claim';
/** On or off. */
export const isSwitch = ({ settingType }: AdminSetting): boolean => settingType === 'switch';
