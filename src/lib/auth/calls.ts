import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const requestRegistrationCode: CallOf<typeof contracts, 'requestRegistrationCode'> = {
  method: 'POST',
  path: '/api/v1/user/auth/register/otp',
  access: 'public',
  from: 'json',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
};

export const register: CallOf<typeof contracts, 'register'> = {
  method: 'POST',
  path: '/api/v1/user/auth/register',
  access: 'public',
  from: 'json',
  failure: 'Failed to register a user',
  success: 'Registration successful. Please log in.',
};

export const login: CallOf<typeof contracts, 'login'> = {
  method: 'POST',
  path: '/api/v1/user/auth/login',
  access: 'public',
  from: 'json',
  failure: 'Failed to login a user',
  success: 'Logged in successfully.',
  repeatsWhenBusy: true,
};

export const logout: CallOf<typeof contracts, 'logout'> = {
  method: 'POST',
  path: '/api/v1/user/auth/logout',
  access: 'member',
  from: 'json',
  failure: 'Failed to log out',
  success: 'Logged out successfully.',
};

export const requestResetCode: CallOf<typeof contracts, 'requestResetCode'> = {
  method: 'POST',
  path: '/api/v1/user/auth/forgot-password/otp',
  access: 'public',
  from: 'json',
  failure: 'Failed to send otp',
  success: 'OTP successfully send',
};

export const resetPassword: CallOf<typeof contracts, 'resetPassword'> = {
  method: 'POST',
  path: '/api/v1/user/auth/forgot-password',
  access: 'public',
  from: 'json',
  failure: 'Failed to updated password',
  success: 'Password updated successfully',
};

export const loginAdmin: CallOf<typeof contracts, 'loginAdmin'> = {
  method: 'POST',
  path: '/api/v1/company/auth/login',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
  repeatsWhenBusy: true,
};

export const logoutAdmin: CallOf<typeof contracts, 'logoutAdmin'> = {
  method: 'POST',
  path: '/api/v1/company/auth/logout',
  access: 'admin',
  from: 'json',
  failure: 'Failed to log out',
  success: 'Logged out successfully.',
};

/** The published client sends this GET, which mails a code. It is never cached, and refused if cross-site or a navigation. */
export const requestSuperAdminCodeByGet: CallOf<typeof contracts, 'requestSuperAdminCodeByGet'> = {
  method: 'GET',
  path: '/api/v1/superadmin/auth/login/email/otp',
  access: 'public',
  from: 'query',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
};

export const requestSuperAdminCode: CallOf<typeof contracts, 'requestSuperAdminCode'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/login/email/otp',
  access: 'public',
  from: 'json',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
};

export const loginSuperAdmin: CallOf<typeof contracts, 'loginSuperAdmin'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/login/verify',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
};

export const logoutSuperAdmin: CallOf<typeof contracts, 'logoutSuperAdmin'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/logout',
  access: 'super',
  from: 'json',
  failure: 'Failed to log out',
  success: 'Logged out successfully.',
};
