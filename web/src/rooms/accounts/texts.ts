export const texts = {
  title: 'Sign in',
  username: 'Email Or Username',
  usernameMissing: 'Please input your Email Or Username!',
  password: 'Password',
  passwordMissing: 'Please input your Password!',
  signIn: 'Sign in',
  wrong: 'Wrong email or password',
  noServer: 'Server connection problem',
} as const;
