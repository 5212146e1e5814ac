! SPDX-License-Identifier: CC0-1.0
! Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
program client
  use, intrinsic :: iso_fortran_env, only: output_unit
  implicit none
  integer, parameter :: line_size = 4096, word_size = 128 ! characters
  type :: play
    character(word_size) :: name, cards ! several cards have spaces between them
  end type play
  character(line_size) :: line
  character(word_size) :: me, answer
  character(word_size), allocatable :: words(:), hand(:), legal(:)
  type(play), allocatable :: table(:)
  integer :: seed, status
  real :: thrown_away(100)

  call get_command_argument(command_argument_count(), me)
  call get_environment_variable('REFEREE_SEED', line, status=status)
  if (status == 0) then ! the same numbers if the match is played again
    read (line, *) seed
    call random_seed(put=spread(seed, 1, 64))
    call random_number(thrown_away) ! for seeds near each other begin alike
  end if
  allocate (hand(0), legal(0), table(0))
  do
    read (*, '(a)', iostat=status) line
    if (status /= 0) exit
    words = split(line, '|') ! nothing, type, key, fields, END, nothing
    if (words(2) == 'QUERY') then
      answer = choose(hand, table, legal)
      write (*, '(a)') '|RESPONSE|' // trim(words(3)) // '|' // trim(answer) // '|END|'
      flush (output_unit)
    else
      call hear(words(3), words(4:size(words) - 2))
    end if
  end do

contains

  ! Your strategy goes here. hand is your cards; table is who played what since the trick, round or turn began;
  ! legal is all answers that are allowed, of which you return one.
  character(word_size) function choose(hand, table, legal) result(answer)
    character(word_size), intent(in) :: hand(:), legal(:)
    type(play), intent(in) :: table(:)
    real :: chance
    call random_number(chance)
    answer = legal(1 + int(chance * size(legal)))
  end function choose

  subroutine hear(key, fields)
    character(word_size), intent(in) :: key, fields(:)
    character(word_size), allocatable :: cards(:)
    integer :: i, place
    select case (key)
    case ('start hand', 'start trick', 'start round', 'start turn')
      if (key == 'start hand') hand = hand(:0)
      table = table(:0)
    case ('cards')
      hand = split(fields(1), ' ')
      if (fields(1) == '-') hand = hand(:0)
    case ('dealt')
      hand = [character(word_size) :: hand, fields(1)]
    case ('played')
      table = [table, play(fields(1), fields(2))]
      if (fields(1) /= me) return
      cards = split(fields(2), ' ')
      do i = 1, size(cards) ! one copy of each leaves the hand
        place = findloc(hand, cards(i), dim=1)
        if (place > 0) hand = [character(word_size) :: hand(:place - 1), hand(place + 1:)]
      end do
    case ('choices')
      legal = fields
    end select
  end subroutine hear

  ! All pieces of the text, the blanks at its end apart, that are parted by the separator.
  function split(text, separator) result(pieces)
    character(*), intent(in) :: text
    character, intent(in) :: separator
    character(word_size), allocatable :: pieces(:)
    integer :: i, first, last
    allocate (pieces(1 + count([(text(i:i) == separator, i=1, len_trim(text))])))
    first = 1
    do i = 1, size(pieces)
      last = first + index(trim(text(first:)) // separator, separator) - 2
      pieces(i) = text(first:last)
      first = last + 2
    end do
  end function split
end program client
