/* A shared library without a policy. */
int daruma_is_not_here;
